package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.PodStage.Ended;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.function.Function;

/// The phase of a pod: the kubelet's algorithm, which looks at standard containers (JOB-2).
public final class PodPhases {
    private PodPhases() {}

    public static PodPhase of(PodPlan plan, PodState pod) {
        if (pod.stage() instanceof Ended(_, var phase, _)) {
            return phase;
        }
        return everybodyBegan(plan, pod) ? PodPhase.RUNNING : PodPhase.PENDING;
    }

    /// The phase of a pod whose last container has ended.
    public static PodPhase last(
            PodPlan plan, Function<ContainerName, ContainerLife> lives, StopCause cause) {
        var good =
                plan.containers().values().stream()
                        .filter(one -> counts(plan, one))
                        .allMatch(one -> endedWell(one, lives.apply(one.name())));
        return good && !cause.failsThePod() ? PodPhase.SUCCEEDED : PodPhase.FAILED;
    }

    private static boolean counts(PodPlan plan, ContainerPlan one) {
        return one.kind() == ContainerKind.STANDARD
                || (one.kind().isSidecar() && plan.rules().countSidecarExits());
    }

    private static boolean endedWell(ContainerPlan plan, ContainerLife life) {
        return switch (life.state()) {
            case Finished(var exit, _) -> exit.success();
            default -> plan.kind().isSidecar();
        };
    }

    /// Every init container is through and every main container has run at least once.
    private static boolean everybodyBegan(PodPlan plan, PodState pod) {
        return plan.containers().values().stream().allMatch(one -> began(one, pod));
    }

    private static boolean began(ContainerPlan one, PodState pod) {
        var life = pod.life(one.name());
        return switch (one.kind()) {
            case INIT -> life.fact() == LaunchFact.COMPLETED;
            case NATIVE_SIDECAR -> life.latch() != LaunchFact.UNDER_WAY;
            case SIDECAR, STANDARD -> life.lastRun().isPresent() || shownRunning(life.state());
        };
    }

    private static boolean shownRunning(ContainerState state) {
        return state instanceof Alive && !(state instanceof PostStarting);
    }
}
