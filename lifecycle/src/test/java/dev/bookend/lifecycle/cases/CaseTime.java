package dev.bookend.lifecycle.cases;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/// Times of a case, counted from the moment zero of every case.
public final class CaseTime {
    public static final Instant ZERO = Instant.parse("2026-01-01T00:00:00Z");
    static final Pattern LENGTH = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m)");

    private CaseTime() {}

    static Duration length(String word) {
        var match = LENGTH.matcher(word);
        if (!match.matches()) {
            throw new IllegalArgumentException("not a length of time, as 30s: " + word);
        }
        var number = Double.parseDouble(match.group(1));
        var unit =
                switch (match.group(2)) {
                    case "ms" -> 1;
                    case "s" -> 1000;
                    default -> 60_000;
                };
        return Duration.ofMillis(Math.round(number * unit));
    }

    static Instant at(String word) {
        return ZERO.plus(length(word));
    }

    static String word(Instant at) {
        return word(Duration.between(ZERO, at));
    }

    static String word(Duration length) {
        var millis = length.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
