package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.Action.SignalContainer;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.Killed;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Lengths;
import dev.bookend.lifecycle.value.Signal;

import java.time.Duration;

/// The steps of one container's stop: preStop hook, stop signal, SIGKILL (EXIT-2).
final class Stopping {
    private Stopping() {}

    /// Stops one container of a pod that goes on; the exit order does not hold it (EXIT-5).
    static void alone(Draft draft, Run run, Reason reason, Duration grace) {
        var stop = new Stop(reason, Stop.Scope.CONTAINER, Lengths.after(draft.at, grace));
        if (grace.isZero()) {
            kill(draft, run, stop, Reason.GRACE_ZERO);
        } else if (draft.plan.container(name(run)).hasHook(HookKind.PRE_STOP)) {
            runPreStop(draft, run, stop, reason);
        } else {
            signal(draft, run, stop, reason);
        }
    }

    static void runPreStop(Draft draft, Run run, Stop stop, Reason reason) {
        draft.put(name(run), new PreStopping(run, stop, false, draft.at));
        draft.act(new RunHook(run.attempt(), HookKind.PRE_STOP, reason));
    }

    static void signal(Draft draft, Run run, Stop stop, Reason reason) {
        var signal = draft.plan.container(name(run)).stopSignal();
        draft.put(name(run), new ContainerState.Stopping(run, stop, draft.at));
        draft.act(new SignalContainer(run.attempt(), signal, reason));
        draft.tell(
                name(run),
                NoticeReason.KILLING,
                "Stopping container %s with SIG%s%s"
                        .formatted(name(run), signal.name(), because(reason)));
    }

    /// A hook that outlived the grace is cut off, and its container is signalled at once.
    static void cutHook(Draft draft, PreStopping state) {
        draft.warn(
                name(state.run()),
                NoticeReason.FAILED_PRE_STOP_HOOK,
                "preStop hook cut off: the grace is over");
        signal(draft, state.run(), state.stop(), Reason.GRACE_EXPIRED);
    }

    static void kill(Draft draft, Run run, Stop stop, Reason reason) {
        draft.put(name(run), new Killed(run, stop, draft.at));
        draft.act(new SignalContainer(run.attempt(), Signal.KILL, reason));
        draft.warn(
                name(run),
                NoticeReason.KILLED,
                "Killed container %s%s".formatted(name(run), because(reason)));
    }

    /// Takes back a start that the runtime has not answered yet.
    static void withdraw(Draft draft, Starting state, Reason reason) {
        draft.put(state.attempt().container(), new Withdrawn(state.attempt(), draft.at));
        draft.act(new SignalContainer(state.attempt(), Signal.KILL, reason));
    }

    /// The start that was taken back came through all the same.
    static void killWithdrawn(Draft draft, Run run) {
        var stop = new Stop(Reason.GRACE_EXPIRED, Stop.Scope.POD, draft.at);
        kill(draft, run, stop, Reason.GRACE_EXPIRED);
    }

    private static String because(Reason reason) {
        return switch (reason) {
            case LIVENESS_FAILED -> ": its liveness probe failed";
            case STARTUP_FAILED -> ": its startup probe failed";
            case POST_START_FAILED -> ": its postStart hook failed";
            case RECREATE_REQUESTED -> ": it is to be recreated";
            case GRACE_EXPIRED -> ": the grace is over";
            case GRACE_ZERO -> ": the grace is zero";
            case FIRST_IN_ORDER,
                    GATES_OPEN,
                    RESTART,
                    BACKOFF_OVER,
                    AFTER_START,
                    TERMINATION_BEGAN,
                    ITS_TURN,
                    AGENT_RESTARTED ->
                    "";
        };
    }

    private static ContainerName name(Run run) {
        return run.attempt().container();
    }
}
