package dev.bookend.agent.loop;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A pod's own time, which never runs back behind what its journal has, whatever was done to the
/// machine's clock while no agent looked: deadlines are absolute, and must come.
public record PodTime(InstantSource clock, Duration ahead) implements InstantSource {
    /// The most that a report of the runtime may be late.
    private static final Duration LATE = Duration.ofMinutes(1);

    public static PodTime notBefore(InstantSource clock, Instant latest) {
        var behind = Duration.between(clock.instant(), latest);
        return new PodTime(clock, behind.isNegative() ? Duration.ZERO : behind);
    }

    @Override
    public Instant instant() {
        return clock.instant().plus(ahead);
    }

    /// When something happened of which the runtime tells just now. It reads another clock, and if
    /// that was set anew, the moment of the report is nearer to the truth.
    public static Instant heard(Instant at, Instant now) {
        return at.isAfter(now) || at.isBefore(now.minus(LATE)) ? now : at;
    }
}
