package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.AgentRestarted;
import dev.bookend.lifecycle.life.Event.ContainerCreated;
import dev.bookend.lifecycle.life.Event.ContainerExited;
import dev.bookend.lifecycle.life.Event.ContainerStarted;
import dev.bookend.lifecycle.life.Event.HookFinished;
import dev.bookend.lifecycle.life.Event.HookStarted;
import dev.bookend.lifecycle.life.Event.PodAccepted;
import dev.bookend.lifecycle.life.Event.ProbeReported;
import dev.bookend.lifecycle.life.Event.RecreateCancelled;
import dev.bookend.lifecycle.life.Event.RecreateRequested;
import dev.bookend.lifecycle.life.Event.SandboxLost;
import dev.bookend.lifecycle.life.Event.StartFailed;
import dev.bookend.lifecycle.life.Event.StopRequested;
import dev.bookend.lifecycle.life.Event.TimerFired;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;

/// The pod's whole life, one event at a time: branches here, straight lines in the files below.
///
/// A step is a function of its arguments alone, so that a journal replays exactly.
public final class Engine {
    private Engine() {}

    public static Step step(PodPlan plan, PodState pod, Event event) {
        var draft = new Draft(plan, pod, event);
        if (!pod.ended()) {
            take(draft, event);
            Settling.settle(draft);
            Recreations.settle(draft, event);
        }
        return draft.step();
    }

    private static void take(Draft draft, Event event) {
        switch (event) {
            case PodAccepted _ -> Launching.accept(draft);
            case ContainerCreated(var attempt, _) -> Launching.created(draft, attempt);
            case ContainerStarted(var attempt, var id, _) -> Launching.started(draft, attempt, id);
            case StartFailed(var attempt, var reason, var message, _) ->
                    Ending.startFailed(draft, attempt, reason, message);
            case ContainerExited(var attempt, var exit, _) -> Ending.exited(draft, attempt, exit);
            case HookStarted(var attempt, var hook, _) -> Hooks.began(draft, attempt, hook);
            case HookFinished(var attempt, var hook, var result, _) ->
                    Hooks.finished(draft, attempt, hook, result);
            case ProbeReported report -> Probing.reported(draft, report);
            case StopRequested(var grace, _) -> Termination.request(draft, grace);
            case RecreateRequested(var request, _) -> Recreations.request(draft, request);
            case RecreateCancelled(var id, _) -> Recreations.cancel(draft, id);
            case TimerFired _ -> Timers.expire(draft);
            case AgentRestarted _ -> Outstanding.askAgain(draft);
            case SandboxLost _ -> Sandbox.lost(draft);
        }
    }
}
