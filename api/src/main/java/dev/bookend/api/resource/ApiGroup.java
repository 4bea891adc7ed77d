package dev.bookend.api.resource;

import java.util.List;
import java.util.stream.Stream;

/// A group of resources with the one version in which it is served.
public enum ApiGroup {
    CORE("", "v1"),
    KRUISE("apps.kruise.io", "v1alpha1");

    private final String word;
    private final String version;

    ApiGroup(String word, String version) {
        this.word = word;
        this.version = version;
    }

    public String word() {
        return word;
    }

    public String version() {
        return version;
    }

    /// As objects write it: `v1`, `apps.kruise.io/v1alpha1`.
    public String apiVersion() {
        return word.isEmpty() ? version : word + "/" + version;
    }

    /// The path below which its resources are.
    public String path() {
        return (word.isEmpty() ? "api/" : "apis/" + word + "/") + version;
    }

    public List<ResourceType> types() {
        return Stream.of(ResourceType.values()).filter(type -> type.group() == this).toList();
    }
}
