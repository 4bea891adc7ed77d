package dev.bookend.operator.process;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that goes on only when it is told to.
public final class HandClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }
}
