package dev.bookend.simulator;

/// A promise that was broken, and how.
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String rule;

    Violation(String rule, String sentence, String how) {
        super("%s (%s): %s".formatted(rule, sentence, how));
        this.rule = rule;
    }

    public String rule() {
        return rule;
    }
}
