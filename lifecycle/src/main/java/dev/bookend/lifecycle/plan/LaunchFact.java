package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;

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

    /// What is known when a container has run, be it over before anybody saw it: one without probes
    /// and postStart hook was ready the moment it ran (LAUNCH-3).
    public LaunchFact afterRun(ContainerPlan plan) {
        if (plan.kind() == ContainerKind.INIT
                || plan.hasHook(HookKind.POST_START)
                || plan.probe(ProbeKind.STARTUP).isPresent()) {
            return this;
        }
        var seen = plan.probe(ProbeKind.READINESS).isPresent() ? STARTED : SATISFIED;
        return compareTo(seen) < 0 ? seen : this;
    }

    /// What is known when a container has ended and will not be restarted (LAUNCH-5).
    public LaunchFact afterEnd(boolean well) {
        if (well) {
            return COMPLETED;
        }
        return this == SATISFIED ? this : FAILED;
    }

    boolean opens(Gate.Condition condition) {
        return switch (condition) {
            case COMPLETED -> this == COMPLETED;
            case STARTED -> this == STARTED || this == SATISFIED || this == COMPLETED;
            case SATISFIED -> this == SATISFIED || this == COMPLETED;
        };
    }
}
