package dev.bookend.lifecycle;

/// How far a container has come, as far as other containers' gates look at it.
public enum LaunchFact {
    /// Not started yet, or not far enough for any gate.
    UNDER_WAY,
    /// Has been started once in this sandbox: running, postStart done, startup probe passed.
    STARTED,
    /// Has been ready once in this sandbox.
    SATISFIED,
    /// Finished for good with exit 0.
    COMPLETED,
    /// Finished for good with a failure, without ever having been ready.
    FAILED;

    boolean opens(Gate.Condition condition) {
        return switch (condition) {
            case COMPLETED -> this == COMPLETED;
            case STARTED -> this == STARTED || this == SATISFIED || this == COMPLETED;
            case SATISFIED -> this == SATISFIED || this == COMPLETED;
        };
    }
}
