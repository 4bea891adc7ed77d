package dev.bookend.cli.plan;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.regex.Pattern;

/// Lengths of time as people write them: `2s`, `1m30s`, `500ms`.
final class Times {
    private static final Pattern SHAPE =
            Pattern.compile(
                    "(?:(\\d{1,6})h)?(?:(\\d{1,6})m(?!s))?"
                            + "(?:(\\d{1,6})(?:\\.(\\d{1,3}))?s)?(?:(\\d{1,6})ms)?");
    private static final int SECONDS_A_MINUTE = 60;
    private static final int MILLIS_A_SECOND = 1000;

    private Times() {}

    /// Reads a length of time.
    ///
    /// @throws IllegalArgumentException with a sentence for the user
    static Duration parse(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        var match = SHAPE.matcher(text);
        if (text.isEmpty() || !match.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no length of time; write it as 2s, 1m30s or 500ms".formatted(text));
        }
        return Duration.ofHours(number(match.group(1)))
                .plusMinutes(number(match.group(2)))
                .plusSeconds(number(match.group(3)))
                .plusMillis(fraction(match.group(4)))
                .plusMillis(number(match.group(5)));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static long fraction(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong((digits + "00").substring(0, 3));
    }

    static String text(Duration length) {
        var minutes = length.toSeconds() / SECONDS_A_MINUTE;
        var seconds = length.toSeconds() % SECONDS_A_MINUTE;
        var millis = length.toMillis() % MILLIS_A_SECOND;
        var fraction = millis == 0 ? "" : ".%03d".formatted(millis).replaceAll("0+$", "");
        var rest = seconds == 0 && millis == 0 && minutes > 0 ? "" : seconds + fraction + "s";
        return minutes == 0 ? rest : minutes + "m" + rest;
    }
}
