package dev.bookend.api.resource;

import java.util.List;
import java.util.Optional;

/// Which resource a path names.
///
/// @param sub what follows the name: `status`, `log`, `exec`
public record Route(
        ResourceType type, Optional<String> namespace, Optional<String> name, String sub) {
    /// The resource at a path; empty if it is none of ours.
    public static Optional<Route> of(String path) {
        for (var group : ApiGroup.values()) {
            var root = "/" + group.path() + "/";
            if (path.startsWith(root)) {
                return of(group, List.of(path.substring(root.length()).split("/", -1)));
            }
        }
        return Optional.empty();
    }

    private static Optional<Route> of(ApiGroup group, List<String> words) {
        var inNamespace =
                words.size() >= 3
                        && words.getFirst().equals("namespaces")
                        && !words.get(2).equals("status")
                        && !words.get(2).equals("finalize");
        var rest = inNamespace ? words.subList(2, words.size()) : words;
        var namespace = inNamespace ? Optional.of(words.get(1)) : Optional.<String>empty();
        return ResourceType.of(group, rest.getFirst())
                .filter(type -> type.namespaced() || !inNamespace)
                .filter(_ -> rest.size() <= 3 && rest.stream().noneMatch(String::isEmpty))
                .map(
                        type ->
                                new Route(
                                        type,
                                        namespace,
                                        Optional.of(rest)
                                                .filter(it -> it.size() > 1)
                                                .map(it -> it.get(1)),
                                        rest.size() > 2 ? rest.get(2) : ""));
    }

    /// The object that is named; only for a path with a name.
    public ObjectKey key() {
        return new ObjectKey(type, namespace.orElse(""), name.orElse(""));
    }
}
