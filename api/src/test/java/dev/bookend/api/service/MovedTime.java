package dev.bookend.api.service;

import dev.bookend.agent.state.SteadyTime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that a test moves ahead.
public final class MovedTime implements InstantSource {
    private final InstantSource steady = new SteadyTime();
    private volatile Duration ahead = Duration.ZERO;

    public void pass(Duration time) {
        ahead = ahead.plus(time);
    }

    @Override
    public Instant instant() {
        return steady.instant().plus(ahead);
    }
}
