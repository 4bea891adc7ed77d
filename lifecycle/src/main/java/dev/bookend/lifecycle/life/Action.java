package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Signal;

/// What the world is asked to do. A step holds at most one action a container, so that actions may
/// be performed side by side; each may be asked for again after a crash and is idempotent.
public sealed interface Action {
    Attempt attempt();

    Reason reason();

    record StartContainer(Attempt attempt, Reason reason) implements Action {}

    record RunHook(Attempt attempt, HookKind hook, Reason reason) implements Action {}

    record SignalContainer(Attempt attempt, Signal signal, Reason reason) implements Action {}
}
