package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;

/// What a container has passed on its way to ready, each after the ones before it (LAUNCH-3).
public enum Milestone {
    /// Nobody has seen it run.
    NOTHING,
    /// It runs, or has run, be it over before anybody saw it.
    RUN,
    POST_START,
    STARTUP,
    READINESS;

    /// How far a container has come that has passed this: a hook or probe that is not there has
    /// passed.
    public Milestone of(ContainerPlan plan) {
        return switch (this) {
            case NOTHING, READINESS -> this;
            case RUN -> plan.hasHook(HookKind.POST_START) ? this : POST_START.of(plan);
            case POST_START -> plan.probe(ProbeKind.STARTUP).isPresent() ? this : STARTUP.of(plan);
            case STARTUP -> plan.probe(ProbeKind.READINESS).isPresent() ? this : READINESS;
        };
    }
}
