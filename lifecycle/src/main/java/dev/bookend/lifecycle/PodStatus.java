package dev.bookend.lifecycle;

import dev.bookend.lifecycle.PodStage.Ended;
import dev.bookend.lifecycle.PodStage.Terminating;

import java.time.Instant;
import java.util.List;

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
                cause == StopCause.REQUESTED ? "" : message(cause),
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

    private static String message(StopCause cause) {
        return cause.failsThePod() ? cause.words() : "";
    }
}
