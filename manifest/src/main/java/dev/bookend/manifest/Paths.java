package dev.bookend.manifest;

/// Paths as Kubernetes writes them: `spec.containers[0].env[1].value`, `metadata.labels[app]`.
final class Paths {
    private Paths() {}

    static String field(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    static String item(String path, int index) {
        return "%s[%d]".formatted(path, index);
    }

    static String key(String path, String key) {
        return "%s[%s]".formatted(path, key);
    }

    /// Whether the path is that of the place, or of something in it.
    static boolean within(String path, String place) {
        return path.startsWith(place)
                && (path.length() == place.length()
                        || place.isEmpty()
                        || ".[".indexOf(path.charAt(place.length())) >= 0);
    }
}
