package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.Milestone;

/// How well a running container is, each step including the ones before it.
public enum Health {
    /// Runs, but its startup probe has not passed.
    STARTING,
    /// Started, but not ready.
    STARTED,
    READY;

    public static Health after(ContainerPlan plan, Milestone passed) {
        return switch (passed.of(plan)) {
            case NOTHING, RUN, POST_START -> STARTING;
            case STARTUP -> STARTED;
            case READINESS -> READY;
        };
    }
}
