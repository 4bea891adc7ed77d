package dev.bookend.lifecycle.order;

import static dev.bookend.lifecycle.order.OrderKeys.LAUNCH_HOLD;
import static dev.bookend.lifecycle.order.OrderKeys.READINESS_GATE;
import static dev.bookend.lifecycle.order.OrderKeys.SIDECAR_EXIT_CODES;
import static dev.bookend.lifecycle.order.OrderKeys.STRICT_HOOKS;

import java.util.List;

/// The annotations that choose between behaviours.
public final class PodRulesInputs {
    private PodRulesInputs() {}

    public static PodRules read(PodNames names, OrderFindings findings) {
        judgeHold(names, findings);
        choose(names, READINESS_GATE, List.of("false", "true"), findings);
        KeySpelling.look(names.pod().meta(), findings);
        return new PodRules(
                choose(names, SIDECAR_EXIT_CODES, List.of("ignore", "count"), findings)
                        .equals("count"),
                choose(names, STRICT_HOOKS, List.of("false", "true"), findings).equals("true"));
    }

    /// The first word is the default.
    private static String choose(
            PodNames names, String key, List<String> words, OrderFindings findings) {
        var word = names.annotation(key).orElse(words.getFirst());
        if (!words.contains(word)) {
            findings.malformed(
                    OrderKeys.annotationPath(key),
                    word,
                    "%s is \"%s\"".formatted(key, word),
                    "use " + String.join(" or ", words));
        }
        return word;
    }

    private static void judgeHold(PodNames names, OrderFindings findings) {
        var hold = names.annotation(LAUNCH_HOLD);
        if (hold.isPresent() && !hold.get().matches("[0-9]{1,6}(ms|s|m)")) {
            findings.malformed(
                    OrderKeys.annotationPath(LAUNCH_HOLD),
                    hold.get(),
                    "%s is \"%s\", which is not a duration".formatted(LAUNCH_HOLD, hold.get()),
                    "write it as in \"30s\", or \"0s\" to turn the hold off");
        }
    }
}
