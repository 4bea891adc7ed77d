package dev.bookend.lifecycle.value;

/// A pod's namespace and name, written as `default/web`.
public record PodName(String namespace, String name) {
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
