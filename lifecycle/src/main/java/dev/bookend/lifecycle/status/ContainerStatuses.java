package dev.bookend.lifecycle.status;

import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.LaunchOrder;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.status.ContainerStatus.Shown;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;

import java.util.List;
import java.util.Optional;

/// Translates a container's life into the three states that Kubernetes knows.
final class ContainerStatuses {
    private ContainerStatuses() {}

    static ContainerStatus of(ContainerPlan one, PodPlan plan, PodState pod, List<Wait> waits) {
        var life = pod.life(one.name());
        var message =
                waits.stream()
                        .filter(wait -> wait.container().equals(one.name()))
                        .map(wait -> "waits for %s since %s".formatted(wait.what(), wait.since()))
                        .findFirst()
                        .orElse("");
        return new ContainerStatus(
                one.name(),
                shown(one, plan, pod, message),
                life.state() instanceof Finished ? Optional.empty() : last(life),
                ready(one, life),
                life.state() instanceof Alive alive && alive.run().started(),
                life.restarts(),
                id(life));
    }

    private static Shown shown(ContainerPlan one, PodPlan plan, PodState pod, String message) {
        var life = pod.life(one.name());
        return switch (life.state()) {
            case ContainerState.Waiting _ ->
                    new Shown.Waiting(waitingReason(one, plan, pod), message);
            case Starting _, Withdrawn _ -> new Shown.Waiting("ContainerCreating", message);
            case PostStarting _ -> new Shown.Waiting("PostStartHookRunning", message);
            case BackingOff _ -> backingOff(life, message);
            case Alive alive -> new Shown.Running(alive.run().since());
            case Finished(var exit, var at) ->
                    last(life).orElse(new Shown.Terminated(exit, "", at, at));
        };
    }

    /// What was never made did not crash, and what it lacks is worth more than how long it waits.
    private static Shown backingOff(ContainerLife life, String message) {
        return life.lastRun()
                .filter(run -> run.exit().reason() == ExitReason.CONFIG_ERROR)
                .map(run -> new Shown.Waiting(ExitReason.CONFIG_ERROR.word(), run.message()))
                .orElse(new Shown.Waiting("CrashLoopBackOff", message));
    }

    /// A gate of the pod's own order has its own word; init containers have Kubernetes'.
    private static String waitingReason(ContainerPlan one, PodPlan plan, PodState pod) {
        var gates = LaunchOrder.closedGates(one, pod.facts());
        if (gates.stream().anyMatch(gate -> plan.container(gate.of()).kind().isInit())) {
            return "PodInitializing";
        }
        return gates.isEmpty() ? "ContainerCreating" : "WaitingForLaunchOrder";
    }

    private static boolean ready(ContainerPlan one, ContainerLife life) {
        return one.kind() == ContainerKind.INIT
                ? life.fact() == LaunchFact.COMPLETED
                : life.state() instanceof Alive alive && alive.run().ready();
    }

    private static Optional<Shown> last(ContainerLife life) {
        return life.lastRun()
                .map(
                        run ->
                                new Shown.Terminated(
                                        run.exit(), run.message(), run.began(), run.ended()));
    }

    private static Optional<RuntimeId> id(ContainerLife life) {
        return life.state() instanceof Alive alive
                ? Optional.of(alive.run().id())
                : Optional.empty();
    }
}
