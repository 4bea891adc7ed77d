package dev.bookend.cli;

import dev.bookend.lifecycle.PodName;

/// How a verb names a pod: by its name and `-n`, or by `namespace/name`.
final class PodWord {
    static final Option<String> NAMESPACE =
            Option.text("-n --namespace", "NAMESPACE", "The pod's namespace (default: default).");

    private PodWord() {}

    static PodName name(Given given) {
        return name(given, "default");
    }

    /// @param otherwise the namespace that counts when none is named
    static PodName name(Given given, String otherwise) {
        var pod = given.words().getFirst();
        var cut = pod.indexOf('/');
        return cut < 0
                ? new PodName(given.value(NAMESPACE, otherwise), pod)
                : new PodName(pod.substring(0, cut), pod.substring(cut + 1));
    }
}
