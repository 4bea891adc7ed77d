package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;

import java.time.Instant;
import java.util.stream.Stream;

/// One step as an onlooker sees it.
///
/// @param seen all that was known when the event came, the event included
/// @param after the same with the step's actions taken into account
/// @param prior the engine's state before the step
record Moment(
        PodPlan plan,
        History seen,
        History after,
        PodState prior,
        Event event,
        Step step,
        Instant now) {

    PodState pod() {
        return step.pod();
    }

    boolean active() {
        return pod().stage() instanceof PodStage.Active;
    }

    boolean ended() {
        return pod().ended();
    }

    Stream<Action> actions() {
        return step.actions().stream();
    }

    <T extends Action> Stream<T> actions(Class<T> kind) {
        return actions().filter(kind::isInstance).map(kind::cast);
    }

    /// Actions that are not asked for again after a crash.
    <T extends Action> Stream<T> fresh(Class<T> kind) {
        return actions(kind).filter(action -> action.reason() != Reason.AGENT_RESTARTED);
    }

    Sight seen(Action action) {
        return seen.sight(action.attempt().container());
    }

    /// The deadline of the whole pod has come or is no longer waited for.
    boolean graceIsOver() {
        return after.terminating() && (after.graceZero() || !now.isBefore(after.deadline()));
    }
}
