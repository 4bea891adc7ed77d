package dev.bookend.lifecycle.plan;

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

    /// What is known when a container has passed this much; what was known before stays known
    /// (LAUNCH-4).
    public LaunchFact after(ContainerPlan plan, Milestone passed) {
        var seen = of(plan, passed);
        return compareTo(seen) < 0 ? seen : this;
    }

    /// An init container counts for gates by its end alone, however well it runs (LAUNCH-1).
    private static LaunchFact of(ContainerPlan plan, Milestone passed) {
        if (plan.kind() == ContainerKind.INIT) {
            return UNDER_WAY;
        }
        return switch (passed.of(plan)) {
            case NOTHING, RUN, POST_START -> UNDER_WAY;
            case STARTUP -> STARTED;
            case READINESS -> SATISFIED;
        };
    }

    /// What is known when a container has ended and will not be restarted (LAUNCH-5).
    public LaunchFact afterEnd(boolean well) {
        if (well) {
            return COMPLETED;
        }
        return this == SATISFIED ? this : FAILED;
    }

    public boolean opens(Gate.Condition condition) {
        return switch (condition) {
            case COMPLETED -> this == COMPLETED;
            case STARTED -> this == STARTED || this == SATISFIED || this == COMPLETED;
            case SATISFIED -> this == SATISFIED || this == COMPLETED;
        };
    }
}
