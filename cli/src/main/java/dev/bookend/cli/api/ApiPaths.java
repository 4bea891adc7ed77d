package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.lifecycle.value.PodName;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The paths of objects, by the words that users know.
public record ApiPaths(String root, String plural, boolean namespaced) {
    /// The kind of a word such as `pods`, `po` or `ConfigMap`.
    public static ApiPaths of(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "pod", "pods", "po" -> core("pods", true);
            case "event", "events", "ev" -> core("events", true);
            case "configmap", "configmaps", "cm" -> core("configmaps", true);
            case "secret", "secrets" -> core("secrets", true);
            case "service", "services", "svc" -> core("services", true);
            case "namespace", "namespaces", "ns" -> core("namespaces", false);
            case "node", "nodes", "no" -> core("nodes", false);
            case "containerrecreaterequest", "containerrecreaterequests", "crr" ->
                    new ApiPaths(
                            "/apis/apps.kruise.io/v1alpha1", "containerrecreaterequests", true);
            default ->
                    throw new UsageProblem(
                            ("'%s' is no kind that is known here; there are pods, events,"
                                            + " configmaps, secrets, services, namespaces, nodes"
                                            + " and crr")
                                    .formatted(word));
        };
    }

    public static String of(PodName pod) {
        return of("pods").one(pod.namespace(), pod.name());
    }

    private static ApiPaths core(String plural, boolean namespaced) {
        return new ApiPaths("/api/v1", plural, namespaced);
    }

    /// The path of all objects, in one namespace or in all.
    String all(Optional<String> namespace) {
        return namespaced && namespace.isPresent()
                ? "%s/namespaces/%s/%s".formatted(root, encoded(namespace.get()), plural)
                : root + "/" + plural;
    }

    String one(String namespace, String name) {
        return all(Optional.of(namespace)) + "/" + encoded(name);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// The namespace that a command line means.
    public static String namespace(Given given, ApiClient client) {
        return given.value(ApiOptions.NAMESPACE, client.namespace());
    }
}
