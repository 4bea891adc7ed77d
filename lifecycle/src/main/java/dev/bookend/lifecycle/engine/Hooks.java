package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.PreStopDue;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.HookResult.Answered;
import dev.bookend.lifecycle.life.HookResult.Failed;
import dev.bookend.lifecycle.life.HookResult.Succeeded;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;

/// What follows when a hook begins and when it ends.
final class Hooks {
    private Hooks() {}

    static void began(Draft draft, Attempt attempt, HookKind hook) {
        var name = attempt.container();
        if (hook == HookKind.PRE_STOP
                && draft.state(name) instanceof PreStopping(var run, var stop, var heard, var since)
                && run.attempt().equals(attempt)
                && !heard) {
            draft.put(name, new PreStopping(run, stop, true, since));
            draft.tell(name, NoticeReason.PRE_STOPPING, "preStop hook begins");
        }
    }

    static void finished(Draft draft, Attempt attempt, HookKind hook, HookResult result) {
        var state = draft.state(attempt.container());
        switch (hook) {
            case POST_START -> {
                if (state instanceof PostStarting(var run) && run.attempt().equals(attempt)) {
                    postStarted(draft, run, result);
                }
            }
            case PRE_STOP -> {
                if (state instanceof PreStopping stopping
                        && stopping.run().attempt().equals(attempt)) {
                    preStopped(draft, stopping, result);
                }
            }
        }
    }

    private static void postStarted(Draft draft, Run run, HookResult result) {
        var name = run.attempt().container();
        if (succeeded(draft, name, HookKind.POST_START, result)) {
            Launching.up(draft, run);
        } else {
            Stopping.alone(draft, run, Reason.POST_START_FAILED, draft.plan.grace());
        }
    }

    private static void preStopped(Draft draft, PreStopping state, HookResult result) {
        var name = state.run().attempt().container();
        succeeded(draft, name, HookKind.PRE_STOP, result);
        switch (state.stop().scope()) {
            case CONTAINER ->
                    Stopping.signal(draft, state.run(), state.stop(), state.stop().reason());
            case POD ->
                    draft.put(
                            name,
                            new AwaitingTurn(state.run(), PreStopDue.DONE_OR_ABSENT, draft.at));
        }
    }

    /// Tells of a failure or a doubtful answer, and judges it (HOOK-3).
    private static boolean succeeded(
            Draft draft, ContainerName name, HookKind hook, HookResult result) {
        return switch (result) {
            case Succeeded() -> true;
            case Answered(var status) when !draft.plan.rules().strictHooks() -> {
                draft.warn(
                        name,
                        NoticeReason.HOOK_WARNING,
                        "%s hook was answered with HTTP status %d".formatted(hook.word(), status));
                yield true;
            }
            case Answered(var status) -> failed(draft, name, hook, "HTTP status " + status);
            case Failed(var message) -> failed(draft, name, hook, message);
        };
    }

    private static boolean failed(Draft draft, ContainerName name, HookKind hook, String why) {
        var reason =
                switch (hook) {
                    case POST_START -> NoticeReason.FAILED_POST_START_HOOK;
                    case PRE_STOP -> NoticeReason.FAILED_PRE_STOP_HOOK;
                };
        draft.warn(name, reason, "%s hook failed: %s".formatted(hook.word(), why));
        return false;
    }
}
