package dev.bookend.api.object;

import dev.bookend.api.resource.ApiGroup;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.serve.Reply;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.schema.OpenApiTypes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The OpenAPI documents from which `apply` learns what may be validated, and `explain` what there
/// is to explain.
public final class OpenApi {
    private static final String ROOT = "/openapi/v3";

    /// A document of the old form that says its version and nothing else, in protobuf: field 1, a
    /// text of three letters.
    private static final String SWAGGER = "\n\0032.0";

    public Optional<Json> at(String path) {
        if (path.equals(ROOT)) {
            return Optional.of(index());
        }
        for (var group : ApiGroup.values()) {
            if (path.equals(ROOT + "/" + group.path())) {
                return Optional.of(document(group));
            }
        }
        return Optional.empty();
    }

    /// What kubectl asks for when a manifest holds a List, or a kind that is not served. It finds
    /// no types there, and leaves the judgement to the server.
    public static void old(HttpRequest request, Reply reply) throws IOException {
        var binary =
                request.headers().all("Accept").stream().anyMatch(it -> it.contains("+protobuf"));
        if (binary) {
            var type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
            reply.bytes(200, type, SWAGGER.getBytes(StandardCharsets.US_ASCII));
        } else {
            var info = Json.object().put("title", "Bookend").put("version", "v1.34.0").done();
            reply.json(
                    200,
                    Json.object()
                            .put("swagger", "2.0")
                            .put("info", info)
                            .put("paths", Trees.EMPTY)
                            .done());
        }
    }

    private static Json index() {
        var paths = Json.object();
        for (var group : ApiGroup.values()) {
            var url = "%s/%s?hash=1".formatted(ROOT, group.path());
            paths.put(group.path(), Json.object().put("serverRelativeURL", url).done());
        }
        return Json.object().put("paths", paths.done()).done();
    }

    private static Json document(ApiGroup group) {
        var paths = Json.object();
        var kinds = Json.object();
        for (var type : group.types()) {
            var root = "/" + group.path() + (type.namespaced() ? "/namespaces/{namespace}/" : "/");
            paths.put(
                    root + type.plural(),
                    Json.object().put("post", operation(type, "post")).done());
            paths.put(root + type.plural() + "/{name}", one(type));
            kinds.put(schemaName(type), schema(type));
        }
        var schemas = OpenApiTypes.all(kinds.done());
        return Json.object()
                .put("openapi", "3.0.0")
                .put("info", Json.object().put("title", "Bookend").put("version", "v1.34.0").done())
                .put("paths", paths.done())
                .put("components", Json.object().put("schemas", schemas).done())
                .done();
    }

    private static Json one(ResourceType type) {
        return Json.object()
                .put("get", operation(type, "get"))
                .put("put", operation(type, "put"))
                .put("patch", operation(type, "patch"))
                .put("delete", operation(type, "delete"))
                .done();
    }

    private static Json operation(ResourceType type, String action) {
        var parameters =
                List.of("dryRun", "fieldManager", "fieldValidation").stream()
                        .map(OpenApi::parameter)
                        .toList();
        var reference =
                Json.object().put("$ref", "#/components/schemas/" + schemaName(type)).done();
        var media =
                Json.object()
                        .put("application/json", Json.object().put("schema", reference).done())
                        .done();
        var ok = Json.object().put("description", "OK").put("content", media).done();
        return Json.object()
                .put("description", "%s a %s".formatted(action, type.kind()))
                .put("operationId", action + type.group().version() + type.kind())
                .put("parameters", Trees.array(parameters))
                .put("responses", Json.object().put("200", ok).done())
                .put("x-kubernetes-action", action)
                .put("x-kubernetes-group-version-kind", kind(type))
                .done();
    }

    private static Json parameter(String name) {
        return Json.object()
                .put("name", name)
                .put("in", "query")
                .put("schema", Json.object().put("type", "string").done())
                .done();
    }

    private static Json.Obj kind(ResourceType type) {
        return Json.object()
                .put("group", type.group().word())
                .put("version", type.group().version())
                .put("kind", type.kind())
                .done();
    }

    private static String schemaName(ResourceType type) {
        return type.group() == ApiGroup.CORE
                ? "io.k8s.api.core.v1." + type.kind()
                : "io.kruise.apps.v1alpha1." + type.kind();
    }

    private static Json schema(ResourceType type) {
        var schema = OpenApiTypes.of(type.kind());
        return Trees.with(
                schema, Trees.array(List.of(kind(type))), "x-kubernetes-group-version-kind");
    }
}
