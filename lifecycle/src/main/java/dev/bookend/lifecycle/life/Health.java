package dev.bookend.lifecycle.life;

/// How well a running container is, each step including the ones before it.
public enum Health {
    /// Runs, but its startup probe has not passed.
    STARTING,
    /// Started, but not ready.
    STARTED,
    READY
}
