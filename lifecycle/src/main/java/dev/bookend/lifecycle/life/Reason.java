package dev.bookend.lifecycle.life;

/// Why the engine acts: the same word in action, journal, timeline and metric.
public enum Reason {
    FIRST_IN_ORDER,
    GATES_OPEN,
    RESTART,
    BACKOFF_OVER,
    AFTER_START,
    TERMINATION_BEGAN,
    ITS_TURN,
    LIVENESS_FAILED,
    STARTUP_FAILED,
    POST_START_FAILED,
    RECREATE_REQUESTED,
    GRACE_EXPIRED,
    GRACE_ZERO,
    AGENT_RESTARTED;

    public boolean isProbe() {
        return this == LIVENESS_FAILED || this == STARTUP_FAILED;
    }
}
