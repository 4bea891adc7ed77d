package dev.bookend.manifest.text;

/// Paths as Kubernetes writes them: `spec.containers[0].env[1].value`, `metadata.labels[app]`.
public final class Paths {
    private Paths() {}

    public static String field(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    public static String item(String path, int index) {
        return "%s[%d]".formatted(path, index);
    }

    public static String key(String path, String key) {
        return "%s[%s]".formatted(path, key);
    }

    /// Whether the path is that of the place, or of something in it.
    public static boolean within(String path, String place) {
        return path.startsWith(place)
                && (path.length() == place.length()
                        || place.isEmpty()
                        || ".[".indexOf(path.charAt(place.length())) >= 0);
    }
}
