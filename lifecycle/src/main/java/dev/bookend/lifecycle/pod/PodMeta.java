package dev.bookend.lifecycle.pod;

import dev.bookend.lifecycle.value.PodName;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A pod's metadata. A pod with only `generateName` has an empty `name`.
public record PodMeta(
        String namespace,
        String name,
        Optional<String> generateName,
        Optional<String> uid,
        Map<String, String> labels,
        Map<String, String> annotations) {
    public PodMeta {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
    }

    public static PodMeta named(String namespace, String name) {
        return new PodMeta(namespace, name, Optional.empty(), Optional.empty(), Map.of(), Map.of());
    }

    public PodName podName() {
        return new PodName(namespace, name.isEmpty() ? generateName.orElse("") : name);
    }
}
