package dev.bookend.lifecycle.status;

import dev.bookend.lifecycle.life.Conditions;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodPhases;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodStage.Ended;
import dev.bookend.lifecycle.life.PodStage.Terminating;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.LaunchOrder;
import dev.bookend.lifecycle.plan.PodPlan;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A pod's status in Kubernetes' words (SEE-1).
public record PodStatus(
        PodPhase phase,
        String reason,
        String message,
        Instant startTime,
        Conditions conditions,
        List<ContainerStatus> initContainers,
        List<ContainerStatus> containers) {
    public PodStatus {
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
    }

    public static PodStatus of(PodPlan plan, PodState pod) {
        var cause = cause(pod.stage());
        return new PodStatus(
                PodPhases.of(plan, pod),
                reason(cause),
                message(cause, plan, pod),
                pod.begun(),
                pod.conditions(),
                statuses(plan, pod, true),
                statuses(plan, pod, false));
    }

    private static List<ContainerStatus> statuses(PodPlan plan, PodState pod, boolean init) {
        var waits = Waits.of(plan, pod);
        return plan.containers().values().stream()
                .filter(one -> one.kind().isInit() == init)
                .map(one -> ContainerStatuses.of(one, plan, pod, waits))
                .toList();
    }

    private static StopCause cause(PodStage stage) {
        return switch (stage) {
            case Terminating(var cause, _, _, _) -> cause;
            case Ended(var cause, _, _) -> cause;
            case PodStage.Unborn _, PodStage.Active _ -> StopCause.REQUESTED;
        };
    }

    private static String reason(StopCause cause) {
        return switch (cause) {
            case DEADLINE_EXCEEDED -> "DeadlineExceeded";
            case LAUNCH_GATE_FAILED -> "LaunchGateFailed";
            case REQUESTED, COMPLETED, INIT_FAILED, SANDBOX_LOST -> "";
        };
    }

    private static String message(StopCause cause, PodPlan plan, PodState pod) {
        return switch (cause) {
            case REQUESTED, COMPLETED, SANDBOX_LOST -> "";
            case INIT_FAILED, DEADLINE_EXCEEDED -> cause.words();
            case LAUNCH_GATE_FAILED -> "%s: %s".formatted(cause.words(), hopeless(plan, pod));
        };
    }

    /// Which gate waits for what and since when (LAUNCH-5).
    private static String hopeless(PodPlan plan, PodState pod) {
        return plan.containers().values().stream()
                .flatMap(one -> hopeless(one, pod))
                .collect(Collectors.joining("; "));
    }

    private static Stream<String> hopeless(ContainerPlan one, PodState pod) {
        return pod.state(one.name()) instanceof ContainerState.Waiting(var since)
                ? LaunchOrder.hopelessGates(one, pod.facts()).stream()
                        .map(
                                gate ->
                                        "%s waits for %s since %s, which failed for good"
                                                .formatted(one.name(), gate, since))
                : Stream.empty();
    }
}
