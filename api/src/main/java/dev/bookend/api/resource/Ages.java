package dev.bookend.api.resource;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/// Times as Kubernetes writes them, and how long ago they were.
public final class Ages {
    private Ages() {}

    public static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// With six digits of a second, as event times have them.
    public static String microTime(Instant at) {
        var text = at.truncatedTo(ChronoUnit.MICROS);
        return DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
                .withZone(ZoneOffset.UTC)
                .format(text);
    }

    public static String since(String time, Instant now) {
        try {
            return of(Duration.between(Instant.parse(time), now));
        } catch (DateTimeException _) {
            return "<unknown>";
        }
    }

    /// Short for people: 12s, 3m5s, 7h, 5d.
    static String of(Duration age) {
        if (age.isNegative()) {
            return "0s";
        }
        if (age.toMinutes() < 2) {
            return age.toSeconds() + "s";
        }
        if (age.toMinutes() < 10) {
            return two(age.toMinutes(), "m", age.toSecondsPart(), "s");
        }
        if (age.toHours() < 3) {
            return age.toMinutes() + "m";
        }
        if (age.toHours() < 8) {
            return two(age.toHours(), "h", age.toMinutesPart(), "m");
        }
        if (age.toHours() < 48) {
            return age.toHours() + "h";
        }
        return age.toDays() < 8
                ? two(age.toDays(), "d", age.toHoursPart(), "h")
                : age.toDays() + "d";
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return large + largeUnit + (small == 0 ? "" : small + smallUnit);
    }
}
