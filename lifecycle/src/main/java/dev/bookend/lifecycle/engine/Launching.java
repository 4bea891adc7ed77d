package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.Health;
import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.Notice.Detail.WaitsFor;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.Gate;
import dev.bookend.lifecycle.plan.LaunchOrder;
import dev.bookend.lifecycle.plan.Milestone;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.util.stream.Collectors;

/// From a closed gate to a ready container.
final class Launching {
    private Launching() {}

    static void accept(Draft draft) {
        if (!(draft.stage() instanceof PodStage.Unborn)) {
            return;
        }
        draft.begin();
        var facts = draft.facts();
        for (var container : draft.plan.containers().values()) {
            draft.put(container.name(), new Waiting(draft.at));
            var gates = LaunchOrder.closedGates(container, facts);
            if (!gates.isEmpty()) {
                var names = gates.stream().map(Gate::of).distinct().toList();
                var words = gates.stream().map(Launching::words).collect(Collectors.joining(", "));
                draft.tell(
                        container.name(),
                        NoticeReason.WAITING,
                        "Starts when " + words,
                        new WaitsFor(names));
            }
        }
    }

    private static String words(Gate gate) {
        return "%s is %s".formatted(gate.of(), gate.condition().word());
    }

    /// Starts every waiting container whose gates are all open (LAUNCH-2).
    static void openGates(Draft draft) {
        var facts = draft.facts();
        for (var container : draft.plan.containers().values()) {
            if (draft.state(container.name()) instanceof Waiting
                    && LaunchOrder.mayStart(container, facts)) {
                var first = container.gates().isEmpty();
                start(draft, container.name(), first ? Reason.FIRST_IN_ORDER : Reason.GATES_OPEN);
            }
        }
    }

    static void created(Draft draft, Attempt attempt) {
        if (draft.state(attempt.container()) instanceof Starting(var expected, _)
                && expected.equals(attempt)) {
            draft.tell(attempt.container(), NoticeReason.CREATED, "Container created");
        }
    }

    static void start(Draft draft, ContainerName name, Reason reason) {
        var life = draft.life(name);
        var attempt = life.nextAttempt(name);
        draft.put(name, life.starting(new Starting(attempt, draft.at)));
        draft.act(new Action.StartContainer(attempt, reason));
    }

    static void started(Draft draft, Attempt attempt, RuntimeId id) {
        var run = new Run(attempt, id, draft.happened, Health.STARTING);
        switch (draft.state(attempt.container())) {
            case Starting(var expected, _) when expected.equals(attempt) -> {
                draft.report(
                        attempt.container(),
                        NoticeReason.STARTED,
                        "Container started",
                        new Detail.Nothing());
                begin(draft, run);
            }
            case Withdrawn(var expected, _) when expected.equals(attempt) ->
                    Stopping.killWithdrawn(draft, run);
            default -> {
                // The runtime repeats itself after a crash; a known start is no news.
            }
        }
    }

    private static void begin(Draft draft, Run run) {
        var name = run.attempt().container();
        switch (draft.stage()) {
            case PodStage.Terminating pod -> Termination.stopWithPod(draft, name, run, pod);
            case PodStage.Active _ when draft.plan.container(name).hasHook(HookKind.POST_START) -> {
                draft.put(name, new PostStarting(run));
                draft.act(
                        new Action.RunHook(run.attempt(), HookKind.POST_START, Reason.AFTER_START));
            }
            case PodStage.Active _ -> up(draft, run);
            case PodStage.Unborn _, PodStage.Ended _ -> {}
        }
    }

    /// The container runs and its postStart hook is done: it counts for gates from now on.
    static void up(Draft draft, Run run) {
        var name = run.attempt().container();
        draft.put(name, new Running(run));
        passed(draft, name, Milestone.POST_START);
    }

    /// A container that is ready now and was not before says so.
    static void passed(Draft draft, ContainerName name, Milestone passed) {
        var life = draft.life(name);
        var plan = draft.plan.container(name);
        if (life.state() instanceof ContainerState.Alive alive) {
            var better = alive.run().with(Health.after(plan, passed));
            draft.put(name, life.in(alive.with(better)).latched(plan, passed));
            if (better.ready() && plan.kind() != ContainerKind.INIT) {
                draft.tell(name, NoticeReason.READY, "Container is ready");
            }
        }
    }
}
