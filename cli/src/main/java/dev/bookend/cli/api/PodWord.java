package dev.bookend.cli.api;

import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.lifecycle.value.PodName;

/// How a verb names a pod: by its name and `-n`, by `namespace/name`, or as `kubectl` has it by
/// `pod/name`.
public final class PodWord {
    static final Option<String> NAMESPACE =
            Option.text("-n --namespace", "NAMESPACE", "The pod's namespace (default: default).");

    private PodWord() {}

    public static PodName name(Given given) {
        return name(given, "default");
    }

    /// @param otherwise the namespace that counts when none is named
    public static PodName name(Given given, String otherwise) {
        return name(given.words().getFirst(), given, otherwise);
    }

    public static PodName name(String word, Given given, String otherwise) {
        var pod = word.replaceFirst("^(pods?|po)/", "");
        var cut = pod.indexOf('/');
        return cut < 0
                ? new PodName(given.value(NAMESPACE, otherwise), pod)
                : new PodName(pod.substring(0, cut), pod.substring(cut + 1));
    }
}
