package dev.bookend.simulator.world;

import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.recreate.RecreateSpec;

import java.time.Duration;
import java.util.Optional;

/// Something that happens to a pod from outside, at a moment that does not suit it.
public sealed interface Disturbance {
    /// Somebody asks for the pod's end.
    record StopAsked(Duration at, Optional<Duration> grace) implements Disturbance {}

    /// Somebody asks for containers to be recreated, and may take it back.
    ///
    /// @param cancelled how long after the request it is deleted, if ever
    record RecreateAsked(Duration at, RecreateSpec spec, Optional<Duration> cancelled)
            implements Disturbance {}

    /// The agent dies in its n-th turn.
    ///
    /// @param journaled whether the event was written down before
    /// @param performed bit i tells whether the step's i-th action was performed
    record AgentDies(int turn, boolean journaled, int performed, Duration down)
            implements Disturbance {}

    /// The machine starts again: every process is gone, the agent's too.
    record Reboot(Duration at, Duration down) implements Disturbance {}

    /// A timer fires that was not due, or not even set.
    record StrayTimer(Duration at, Timer timer) implements Disturbance {}
}
