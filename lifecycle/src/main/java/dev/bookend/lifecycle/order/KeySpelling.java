package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.value.Nearest;

import java.util.Optional;

/// Annotations and labels that look like keys of an order and are none (KUBE-7).
final class KeySpelling {
    private static final String OURS = "bookend.dev/";
    private static final String KRUISE = "kruise.io/";

    private KeySpelling() {}

    static void look(PodMeta meta, OrderFindings findings) {
        meta.annotations().keySet().stream()
                .filter(key -> isDoubtful(key) && !OrderKeys.ANNOTATIONS.contains(key))
                .forEach(key -> warn(OrderKeys.annotationPath(key), key, "annotation", findings));
        meta.labels().keySet().stream()
                .filter(key -> isDoubtful(key) && !key.equals(OrderKeys.LAUNCH))
                .forEach(key -> warn("metadata.labels[" + key + "]", key, "label", findings));
    }

    /// OpenKruise has many keys, so that only what nearly is one of ours is worth a word.
    private static boolean isDoubtful(String key) {
        return key.startsWith(OURS)
                ? !OrderKeys.OWN.contains(key)
                : key.contains(KRUISE) && meant(key).isPresent();
    }

    /// The two keys of Kruise have different prefixes, which are easily taken for each other.
    private static Optional<String> meant(String key) {
        return Nearest.to(key, OrderKeys.ANNOTATIONS)
                .or(
                        () ->
                                OrderKeys.ANNOTATIONS.stream()
                                        .filter(it -> isNamed(it, key))
                                        .findFirst());
    }

    private static boolean isNamed(String known, String key) {
        return key.endsWith(known.substring(known.indexOf('/')));
    }

    private static void warn(String path, String key, String what, OrderFindings findings) {
        var hint =
                OrderKeys.ANNOTATIONS.contains(key)
                        ? "write it as an annotation"
                        : meant(key).map("did you mean %s?"::formatted).orElse("remove it");
        findings.warn(
                path, key, "%s is no %s of Bookend and has no effect".formatted(key, what), hint);
    }
}
