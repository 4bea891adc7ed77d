package dev.bookend.operator.launch;

import dev.bookend.manifest.json.Json;

import java.util.Optional;

/// Which pod; a later pod of the same name has the same key and another uid.
record PodKey(String namespace, String name) {
    private static final String BARRIER = "-barrier";

    static Optional<PodKey> ofPod(Json pod) {
        return name(pod).map(it -> new PodKey(namespace(pod), it));
    }

    /// The pod whose barrier a ConfigMap is, by its name.
    static Optional<PodKey> ofMap(Json map) {
        return name(map)
                .filter(it -> it.endsWith(BARRIER))
                .map(it -> it.substring(0, it.length() - BARRIER.length()))
                .map(it -> new PodKey(namespace(map), it));
    }

    private static Optional<String> name(Json object) {
        return object.at("metadata", "name").flatMap(Json::text);
    }

    private static String namespace(Json object) {
        return object.at("metadata", "namespace").flatMap(Json::text).orElse("default");
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
