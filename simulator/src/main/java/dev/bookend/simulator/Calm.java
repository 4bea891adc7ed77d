package dev.bookend.simulator;

import dev.bookend.lifecycle.ContainerKind;
import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.HookResult;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodStage;
import dev.bookend.lifecycle.PodState;
import dev.bookend.lifecycle.ProbeVerdict;

import java.util.Comparator;
import java.util.List;

/// What happens next to a pod to which nothing bad happens.
final class Calm {
    private static final int NEVER = 100;

    private final PodPlan plan;
    private final boolean active;

    private Calm(PodPlan plan, PodState pod) {
        this.plan = plan;
        active = pod.stage() instanceof PodStage.Active;
    }

    static Move next(PodPlan plan, PodState pod, Toy toy) {
        return new Calm(plan, pod).next(Moves.of(plan, pod, toy));
    }

    private Move next(List<Move> moves) {
        return moves.stream()
                .min(Comparator.comparingInt(move -> rank(move.event())))
                .filter(move -> rank(move.event()) < NEVER)
                .orElseThrow(() -> new IllegalStateException("a calm life has no next event"));
    }

    /// Containers come up, init containers end, then somebody stops the pod and it goes down.
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
            case Event.StopRequested(var grace, _) when active && grace.isEmpty() -> 6;
            case Event.ContainerExited(_, var exit, _) when !active && exit.success() -> 7;
            case Event.TimerFired _ -> 8;
            default -> NEVER;
        };
    }
}
