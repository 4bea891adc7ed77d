package dev.bookend.agent.state;

import java.time.Instant;
import java.time.InstantSource;

/// Wall time that never jumps: the moment at which it was made, plus what has passed since.
public final class SteadyTime implements InstantSource {
    private final Instant origin = Instant.now();
    private final long ticks = System.nanoTime();

    @Override
    public Instant instant() {
        return origin.plusNanos(System.nanoTime() - ticks);
    }
}
