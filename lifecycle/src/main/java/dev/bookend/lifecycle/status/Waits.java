package dev.bookend.lifecycle.status;

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
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodStage.Terminating;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.ExitOrder;
import dev.bookend.lifecycle.plan.Gate;
import dev.bookend.lifecycle.plan.LaunchOrder;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Lengths;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// For every wait of a pod: what it waits for, since when, and until when at most (SEE-2).
public final class Waits {
    private final PodPlan plan;
    private final PodState pod;

    private Waits(PodPlan plan, PodState pod) {
        this.plan = plan;
        this.pod = pod;
    }

    public static List<Wait> of(PodPlan plan, PodState pod) {
        var waits = new Waits(plan, pod);
        return plan.containers().values().stream()
                .flatMap(container -> waits.of(container).stream())
                .toList();
    }

    private Optional<Wait> of(ContainerPlan one) {
        return switch (pod.state(one.name())) {
            case Waiting(var since) -> gates(one, since);
            case Starting(_, var since) ->
                    wait(one, "the runtime to start it", since, startLimit());
            case Withdrawn(_, var since) ->
                    wait(one, "the runtime to take its start back", since, Optional.empty());
            case PostStarting(var run) ->
                    wait(one, "its postStart hook", run.since(), activeDeadline());
            case Running(var run) -> health(one, run);
            case AwaitingTurn(_, _, var since) -> turn(one, since);
            case PreStopping(_, var stop, _, var since) ->
                    wait(one, "its preStop hook", since, Optional.of(stop.deadline()));
            case ContainerState.Stopping(_, var stop, var since) ->
                    wait(one, "its process to end", since, Optional.of(stop.killAt(since)));
            case Killed(_, _, var since) ->
                    wait(one, "the kernel to end its process", since, Optional.empty());
            case BackingOff(var since, var until) ->
                    wait(one, "its back-off to end", since, Optional.of(until));
            case Finished _ -> Optional.empty();
        };
    }

    private Optional<Wait> gates(ContainerPlan one, Instant since) {
        var gates = LaunchOrder.closedGates(one, pod.facts());
        if (gates.isEmpty() || !(pod.stage() instanceof PodStage.Active)) {
            return Optional.empty();
        }
        var words = gates.stream().map(Gate::toString).collect(Collectors.joining(", "));
        var on = gates.stream().map(Gate::of).toList();
        return Optional.of(new Wait(one.name(), words, on, since, activeDeadline()));
    }

    private Optional<Wait> health(ContainerPlan one, Run run) {
        return switch (run.health()) {
            case STARTING -> wait(one, "its startup probe", run.since(), patience(one, run));
            case STARTED -> wait(one, "its readiness probe", run.since(), activeDeadline());
            case READY -> Optional.empty();
        };
    }

    private static Optional<Instant> patience(ContainerPlan one, Run run) {
        return one.probe(ProbeKind.STARTUP)
                .map(probe -> Lengths.after(run.since(), probe.patience()));
    }

    private Optional<Wait> turn(ContainerPlan one, Instant since) {
        var on = List.copyOf(ExitOrder.waitsFor(one, pod.alive(), unheard()));
        var blockers = ExitOrder.words(one, pod.alive(), unheard());
        var words = blockers.isEmpty() ? "the end of the grace, which has come" : blockers;
        return Optional.of(new Wait(one.name(), words, on, since, podDeadline()));
    }

    private Set<ContainerName> unheard() {
        return ExitOrder.unheard(plan, name -> pod.state(name).hookUnheard());
    }

    private Optional<Instant> activeDeadline() {
        return plan.activeDeadline().map(it -> Lengths.after(pod.begun(), it));
    }

    private Optional<Instant> podDeadline() {
        return pod.stage() instanceof Terminating terminating
                ? Optional.of(terminating.deadline())
                : Optional.empty();
    }

    /// A start that a stop came upon is taken back when the last words are over (EXIT-4).
    private Optional<Instant> startLimit() {
        return pod.stage() instanceof Terminating terminating
                ? Optional.of(terminating.deadline().plus(Stop.LAST_WORDS))
                : activeDeadline();
    }

    private static Optional<Wait> wait(
            ContainerPlan one, String what, Instant since, Optional<Instant> until) {
        return Optional.of(new Wait(one.name(), what, List.of(), since, until));
    }
}
