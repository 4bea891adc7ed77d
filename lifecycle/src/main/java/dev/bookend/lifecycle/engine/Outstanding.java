package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.Action.SignalContainer;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.Killed;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Signal;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// What has been asked of the world and not been answered.
public final class Outstanding {
    private Outstanding() {}

    /// The hooks whose result somebody still waits for; any other one may be abandoned (HOOK-7).
    public static Set<HookRun> hooks(PodState pod) {
        var hooks = new LinkedHashSet<HookRun>();
        for (var life : pod.containers().values()) {
            switch (life.state()) {
                case PostStarting(var run) ->
                        hooks.add(new HookRun(run.attempt(), HookKind.POST_START));
                case PreStopping(var run, _, _, _) ->
                        hooks.add(new HookRun(run.attempt(), HookKind.PRE_STOP));
                default -> {
                    // No hook runs.
                }
            }
        }
        return hooks;
    }

    /// One delivery of a hook: once for a run of its container.
    public record HookRun(Attempt attempt, HookKind hook) {}

    /// A start is not asked for again in a pod that terminates (EXIT-7): the runtime tells whether
    /// it took place.
    static void askAgain(Draft draft) {
        for (var name : draft.names()) {
            if (draft.state(name) instanceof Starting && !draft.active()) {
                continue;
            }
            unanswered(draft.plan.container(name), draft.state(name)).ifPresent(draft::act);
        }
    }

    private static Optional<Action> unanswered(ContainerPlan plan, ContainerState state) {
        var why = Reason.AGENT_RESTARTED;
        return switch (state) {
            case Starting(var attempt, _) -> Optional.of(new StartContainer(attempt, why));
            case PostStarting(var run) ->
                    Optional.of(new RunHook(run.attempt(), HookKind.POST_START, why));
            case PreStopping(var run, _, _, _) ->
                    Optional.of(new RunHook(run.attempt(), HookKind.PRE_STOP, why));
            case ContainerState.Stopping(var run, _, _) ->
                    Optional.of(new SignalContainer(run.attempt(), plan.stopSignal(), why));
            case Killed(var run, _, _) ->
                    Optional.of(new SignalContainer(run.attempt(), Signal.KILL, why));
            case Withdrawn(var attempt, _) ->
                    Optional.of(new SignalContainer(attempt, Signal.KILL, why));
            case Waiting _, Running _, AwaitingTurn _, BackingOff _, Finished _ -> Optional.empty();
        };
    }
}
