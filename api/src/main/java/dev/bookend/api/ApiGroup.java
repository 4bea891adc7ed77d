package dev.bookend.api;

import java.util.List;
import java.util.stream.Stream;

/// A group of resources with the one version in which it is served.
enum ApiGroup {
    CORE("", "v1"),
    KRUISE("apps.kruise.io", "v1alpha1");

    private final String word;
    private final String version;

    ApiGroup(String word, String version) {
        this.word = word;
        this.version = version;
    }

    String word() {
        return word;
    }

    String version() {
        return version;
    }

    /// As objects write it: `v1`, `apps.kruise.io/v1alpha1`.
    String apiVersion() {
        return word.isEmpty() ? version : word + "/" + version;
    }

    /// The path below which its resources are.
    String path() {
        return (word.isEmpty() ? "api/" : "apis/" + word + "/") + version;
    }

    List<ResourceType> types() {
        return Stream.of(ResourceType.values()).filter(type -> type.group() == this).toList();
    }
}
