package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.value.Lengths;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What a second request does to a termination under way: it may shorten the grace, at once, and
/// never lengthens it (EXIT-6).
public final class Hastening {
    private Hastening() {}

    /// The sooner deadline; empty if the one that there is stays.
    public static Optional<Instant> sooner(Instant deadline, Instant now, Duration grace) {
        return Optional.of(Lengths.after(now, grace)).filter(it -> it.isBefore(deadline));
    }
}
