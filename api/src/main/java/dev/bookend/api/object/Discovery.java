package dev.bookend.api.object;

import dev.bookend.api.resource.ApiGroup;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonDraft;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Tells clients what is served, under `/api` and `/apis`.
public final class Discovery {
    /// The version of Kubernetes whose conventions are followed.
    private static final String MAJOR = "1";

    private static final String MINOR = "34";

    private Discovery() {}

    public static Optional<Json> at(String path) {
        return switch (path) {
            case "/" -> Optional.of(root());
            case "/api" -> Optional.of(versions());
            case "/apis" -> Optional.of(groups());
            default -> group(path);
        };
    }

    private static Json root() {
        var paths =
                List.of(
                        "/api",
                        "/api/v1",
                        "/apis",
                        "/apis/apps.kruise.io",
                        "/apis/apps.kruise.io/v1alpha1",
                        "/healthz",
                        "/livez",
                        "/metrics",
                        "/openapi/v2",
                        "/openapi/v3",
                        "/readyz",
                        "/version");
        return Json.object().put("paths", paths).done();
    }

    public static Json version(String own) {
        return Json.object()
                .put("major", MAJOR)
                .put("minor", MINOR)
                .put("gitVersion", "v%s.%s.0-bookend-%s".formatted(MAJOR, MINOR, own))
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "javac")
                .put("platform", "linux")
                .done();
    }

    private static Json versions() {
        return Json.object()
                .put("kind", "APIVersions")
                .put("versions", List.of(ApiGroup.CORE.version()))
                .put("serverAddressByClientCIDRs", Trees.array(List.of()))
                .done();
    }

    private static Json groups() {
        return Json.object()
                .put("kind", "APIGroupList")
                .put("apiVersion", "v1")
                .put("groups", Trees.array(List.of(group(ApiGroup.KRUISE).done())))
                .done();
    }

    private static JsonDraft group(ApiGroup group) {
        var version =
                Json.object()
                        .put("groupVersion", group.apiVersion())
                        .put("version", group.version())
                        .done();
        return Json.object()
                .put("name", group.word())
                .put("versions", Trees.array(List.of(version)))
                .put("preferredVersion", version);
    }

    private static Optional<Json> group(String path) {
        for (var group : ApiGroup.values()) {
            if (path.equals("/" + group.path())) {
                return Optional.of(resources(group));
            }
        }
        return path.equals("/apis/" + ApiGroup.KRUISE.word())
                ? Optional.of(
                        group(ApiGroup.KRUISE)
                                .put("kind", "APIGroup")
                                .put("apiVersion", "v1")
                                .done())
                : Optional.empty();
    }

    private static Json resources(ApiGroup group) {
        var all = group.types().stream().flatMap(Discovery::resources).toList();
        return Json.object()
                .put("kind", "APIResourceList")
                .put("apiVersion", "v1")
                .put("groupVersion", group.apiVersion())
                .put("resources", Trees.array(all))
                .done();
    }

    private static Stream<Json> resources(ResourceType type) {
        var all = new ArrayList<Json>();
        var main =
                Json.object()
                        .put("name", type.plural())
                        .put("singularName", type.singular())
                        .put("namespaced", type.namespaced())
                        .put("kind", type.kind())
                        .put("verbs", type.verbs());
        type.shortName().ifPresent(it -> main.put("shortNames", List.of(it)));
        if (type == ResourceType.PODS || type == ResourceType.SERVICES) {
            main.put("categories", List.of("all"));
        }
        all.add(main.done());
        if (type.hasStatus()) {
            all.add(sub(type, "status", List.of("get", "patch", "update")));
        }
        if (type == ResourceType.PODS) {
            all.add(sub(type, "log", List.of("get")));
            all.add(sub(type, "exec", List.of("create", "get")));
        }
        return all.stream();
    }

    private static Json sub(ResourceType type, String name, List<String> verbs) {
        return Json.object()
                .put("name", type.plural() + "/" + name)
                .put("singularName", "")
                .put("namespaced", type.namespaced())
                .put("kind", name.equals("exec") ? "PodExecOptions" : type.kind())
                .put("verbs", verbs)
                .done();
    }
}
