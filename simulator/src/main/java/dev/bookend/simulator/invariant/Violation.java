package dev.bookend.simulator.invariant;

import java.util.List;

/// A promise that was broken, and how.
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String rule;
    private final String says;

    public Violation(String rule, String sentence, String how) {
        this(rule, "%s (%s): %s".formatted(rule, sentence, how));
    }

    private Violation(String rule, String says) {
        super(says);
        this.rule = rule;
        this.says = says;
    }

    /// The same with what led to it.
    public Violation after(List<String> pod, List<String> journal) {
        return new Violation(
                rule,
                "%s%npod:%n  %s%njournal:%n  %s"
                        .formatted(
                                says,
                                String.join("%n  ".formatted(), pod),
                                String.join("%n  ".formatted(), journal)));
    }

    public String rule() {
        return rule;
    }
}
