package dev.bookend.api.resource;

import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;

/// What names an object. The namespace is empty for what is in none.
public record ObjectKey(ResourceType type, String namespace, String name)
        implements Comparable<ObjectKey> {
    public static ObjectKey of(ResourceType type, Json object) {
        return new ObjectKey(
                type,
                type.namespaced() ? Trees.text(object, "metadata", "namespace") : "",
                Trees.text(object, "metadata", "name"));
    }

    static ObjectKey pod(PodName name) {
        return new ObjectKey(ResourceType.PODS, name.namespace(), name.name());
    }

    public PodName podName() {
        return new PodName(namespace, name);
    }

    @Override
    public int compareTo(ObjectKey other) {
        var byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    /// As messages quote it: `pods "web"`.
    @Override
    public String toString() {
        return "%s \"%s\"".formatted(type.qualified(), name);
    }
}
