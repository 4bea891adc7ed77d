package dev.bookend.simulator.explore;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.Attempt;

import java.util.Comparator;
import java.util.List;

/// What happens next to a pod to which nothing bad happens.
final class Calm {
    private static final int NEVER = 100;

    private final PodPlan plan;
    private final PodState pod;
    private final boolean active;
    private final boolean wishing;

    private Calm(PodPlan plan, PodState pod, boolean wishing) {
        this.plan = plan;
        this.pod = pod;
        this.wishing = wishing && pod.recreations().isEmpty();
        active = pod.stage() instanceof PodStage.Active;
    }

    /// @param wishing whether the containers are recreated once before the end
    static Move next(PodPlan plan, PodState pod, Toy toy, boolean wishing) {
        return new Calm(plan, pod, wishing).next(Moves.of(plan, pod, toy));
    }

    private Move next(List<Move> moves) {
        return moves.stream()
                .min(Comparator.comparingInt(move -> rank(move.event())))
                .filter(move -> rank(move.event()) < NEVER)
                .orElseThrow(() -> new IllegalStateException("a calm life has no next event"));
    }

    /// Containers come up, init containers end, all may be recreated, then somebody stops the pod
    /// and it goes down.
    private int rank(Event event) {
        return switch (event) {
            case Event.PodAccepted _ -> 0;
            case Event.ContainerStarted _ -> 1;
            case Event.HookStarted _ -> 2;
            case Event.HookFinished(_, _, var result, _)
                    when result instanceof HookResult.Succeeded ->
                    3;
            case Event.ProbeReported report when report.verdict() == ProbeVerdict.PASSED -> 4;
            case Event.ContainerExited(var attempt, var exit, _)
                    when exit.success()
                            && plan.container(attempt.container()).kind() == ContainerKind.INIT ->
                    5;
            case Event.RecreateRequested(var request, _)
                    when wishing && !request.strategy().force() ->
                    6;
            case Event.StopRequested(var grace, _)
                    when active && grace.isEmpty() && !isRecreating() ->
                    7;
            case Event.ContainerExited(var attempt, var exit, _)
                    when exit.success() && (!active || isStopping(attempt)) ->
                    8;
            case Event.TimerFired _ -> 9;
            default -> NEVER;
        };
    }

    private boolean isRecreating() {
        return pod.recreations().values().stream().anyMatch(it -> !it.isOver());
    }

    private boolean isStopping(Attempt attempt) {
        return pod.state(attempt.container()) instanceof ContainerState.Stopping;
    }
}
