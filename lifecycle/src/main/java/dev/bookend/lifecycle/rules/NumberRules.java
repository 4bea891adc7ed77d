package dev.bookend.lifecycle.rules;

/// The ranges that Kubernetes allows for numbers.
public final class NumberRules {
    static final String NOT_NEGATIVE = "must be greater than or equal to 0";

    private NumberRules() {}

    static void between(Findings findings, String path, long value, long least, long most) {
        if (value < least || value > most) {
            findings.invalid(
                    path,
                    value,
                    "must be between %d and %d, inclusive".formatted(least, most),
                    "choose a number in that range");
        }
    }

    static void port(Findings findings, String path, int port) {
        between(findings, path, port, 1, 65535);
    }

    public static void atLeast(Findings findings, String path, long value, long least) {
        if (value < least) {
            findings.invalid(
                    path,
                    value,
                    "must be greater than or equal to " + least,
                    "choose %d or more, or leave the field out".formatted(least));
        }
    }
}
