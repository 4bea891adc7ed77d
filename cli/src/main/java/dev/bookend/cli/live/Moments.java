package dev.bookend.cli.live;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/// Moments and lengths of time as people and programs read them.
final class Moments {
    private Moments() {}

    /// UTC with nine digits behind the second, always.
    static String exact(Instant at) {
        var seconds = Instant.ofEpochSecond(at.getEpochSecond()).toString();
        return "%s.%09dZ".formatted(seconds.substring(0, seconds.length() - 1), at.getNano());
    }

    /// The time of day, UTC, in milliseconds.
    static String ofDay(Instant at) {
        var time = at.atOffset(ZoneOffset.UTC);
        return "%02d:%02d:%02d.%03d"
                .formatted(
                        time.getHour(),
                        time.getMinute(),
                        time.getSecond(),
                        time.getNano() / 1_000_000);
    }

    static String words(Duration length) {
        var seconds = Math.max(0, length.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        return seconds < 3600
                ? "%dm%02ds".formatted(seconds / 60, seconds % 60)
                : "%dh%02dm".formatted(seconds / 3600, seconds / 60 % 60);
    }
}
