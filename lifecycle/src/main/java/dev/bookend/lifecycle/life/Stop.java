package dev.bookend.lifecycle.life;

import java.time.Duration;
import java.time.Instant;

/// Why a container is being stopped, whether alone or with its pod, and until when it may take.
public record Stop(Reason reason, Scope scope, Instant deadline) {
    /// The least time between a stop signal and SIGKILL, unless the grace is zero (EXIT-4).
    public static final Duration LAST_WORDS = Duration.ofSeconds(2);

    /// Whether the exit order of the pod holds this stop back (EXIT-5).
    public enum Scope {
        CONTAINER,
        POD
    }

    /// Two seconds after the signal, not before the deadline, and never later than two seconds
    /// after it.
    public Instant killAt(Instant signalledAt) {
        var latest = deadline.plus(LAST_WORDS);
        var least = signalledAt.plus(LAST_WORDS);
        if (least.isBefore(deadline)) {
            return deadline;
        }
        return least.isAfter(latest) ? latest : least;
    }

    public Stop within(Instant other) {
        return other.isBefore(deadline) ? new Stop(reason, scope, other) : this;
    }
}
