package dev.bookend.lifecycle.pod;

import dev.bookend.lifecycle.value.Lengths;

import java.time.Duration;
import java.util.Optional;

/// A probe with all its thresholds and times, defaults filled in.
public record Probe(
        Handler handler,
        Duration initialDelay,
        Duration period,
        Duration timeout,
        int successThreshold,
        int failureThreshold,
        Optional<Duration> grace) {
    public static Probe of(Handler handler) {
        return new Probe(
                handler,
                Duration.ZERO,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                1,
                3,
                Optional.empty());
    }

    /// The longest that the probe lets a container fail before it has an opinion.
    public Duration patience() {
        var trying = Lengths.bounded(period).multipliedBy(failureThreshold);
        return Lengths.bounded(Lengths.bounded(initialDelay).plus(Lengths.bounded(trying)));
    }
}
