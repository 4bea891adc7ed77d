package dev.bookend.simulator.explore;

import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.engine.Probing;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Everything that may happen next to a pod in the exploration.
final class Moves {
    private final PodPlan plan;
    private final PodState pod;
    private final Toy toy;
    private final List<Move> found = new ArrayList<>();

    private Moves(PodPlan plan, PodState pod, Toy toy) {
        this.plan = plan;
        this.pod = pod;
        this.toy = toy;
    }

    static List<Move> of(PodPlan plan, PodState pod, Toy toy) {
        var moves = new Moves(plan, pod, toy);
        if (pod.stage() instanceof PodStage.Unborn) {
            moves.add(new Event.PodAccepted(toy.now()), toy);
        } else if (!pod.ended()) {
            toy.boxes().values().forEach(moves::run);
            moves.lostStarts();
            toy.hooks().forEach(moves::hook);
            moves.probes();
            moves.timer();
            moves.stops();
            moves.reboot();
            moves.wishes();
        }
        return moves.found;
    }

    private void add(Event event, Toy after) {
        found.add(new Move(event, after));
    }

    private boolean mayFail() {
        return toy.trouble().failures() > 0;
    }

    private Toy failing() {
        return toy.with(toy.trouble().lessFailures());
    }

    private void run(Box box) {
        switch (box.phase()) {
            case ASKED -> start(box);
            case RUNNING -> runOn(box);
            case GONE -> {
                if (knownToRun(box.attempt())) {
                    add(ended(box), toy);
                }
            }
        }
    }

    private boolean knownToRun(Attempt attempt) {
        var life = pod.life(attempt.container());
        return life.attempts() == attempt.number() && life.state().mayRun();
    }

    private static Event ended(Box box) {
        var end = box.end().orElseThrow();
        return end.exit()
                .<Event>map(exit -> new Event.ContainerExited(box.attempt(), exit, end.at()))
                .orElse(new Event.StartFailed(box.attempt(), "failed", end.at()));
    }

    private void start(Box box) {
        if (!box.killed()) {
            add(started(box), toy.with(box.running()));
        }
        if (box.killed() || mayFail()) {
            var gone = box.gone(Optional.empty(), toy.now());
            add(ended(gone), (box.killed() ? toy : failing()).with(gone));
        }
    }

    private Event started(Box box) {
        var id = new RuntimeId("toy://" + box.attempt());
        return new Event.ContainerStarted(box.attempt(), id, toy.now());
    }

    private void runOn(Box box) {
        if (pod.state(box.attempt().container()) instanceof ContainerState.Starting) {
            add(started(box), toy);
        } else if (box.killed()) {
            exit(box, Toy.BY_KILL, toy);
        } else {
            if (box.signalled()) {
                exit(box, Exit.of(0), toy);
            }
            if (mayFail()) {
                exit(box, Exit.of(1), failing());
            }
            if (mayFail() && !box.signalled()) {
                exit(box, Exit.of(0), failing());
            }
        }
    }

    private void exit(Box box, Exit exit, Toy after) {
        var gone = box.gone(Optional.of(exit), toy.now());
        add(ended(gone), after.with(gone));
    }

    /// A start that died with the agent, in a pod that does not ask for it again.
    private void lostStarts() {
        pod.containers()
                .forEach(
                        (name, life) -> {
                            if (life.state() instanceof ContainerState.Starting(var attempt, _)
                                    && toy.box(name)
                                            .filter(box -> box.attempt().equals(attempt))
                                            .isEmpty()) {
                                add(new Event.StartFailed(attempt, "lost", toy.now()), toy);
                            }
                        });
    }

    private void hook(HookRun run) {
        var now = toy.now();
        if (!toy.heard().contains(run)) {
            add(new Event.HookStarted(run.attempt(), run.hook(), now), toy.hearing(run));
            return;
        }
        var well = new HookResult.Succeeded();
        add(new Event.HookFinished(run.attempt(), run.hook(), well, now), toy.without(run));
        if (mayFail()) {
            var badly = new HookResult.Failed("exit code 1");
            add(
                    new Event.HookFinished(run.attempt(), run.hook(), badly, now),
                    failing().without(run));
        }
    }

    private void probes() {
        Probing.wanted(plan, pod)
                .forEach((attempt, kinds) -> kinds.forEach(kind -> probe(attempt, kind)));
    }

    private void probe(Attempt attempt, ProbeKind kind) {
        var ready =
                pod.state(attempt.container()) instanceof ContainerState.Alive alive
                        && alive.run().ready();
        if (!ready) {
            verdict(attempt, kind, ProbeVerdict.PASSED, toy);
        } else if (mayFail()) {
            verdict(attempt, kind, ProbeVerdict.FAILED, failing());
        }
    }

    private void verdict(Attempt attempt, ProbeKind kind, ProbeVerdict verdict, Toy after) {
        add(new Event.ProbeReported(attempt, kind, verdict, "toy", toy.now()), after);
    }

    /// Time passes only when the runtime has done and told what it must without delay.
    private void timer() {
        var owing =
                toy.boxes().values().stream()
                        .anyMatch(
                                box ->
                                        knownToRun(box.attempt())
                                                && (box.killed() || box.phase() == Box.Phase.GONE));
        if (!owing) {
            Timers.next(plan, pod)
                    .ifPresent(
                            due -> {
                                var then = toy.at(due.getValue());
                                add(new Event.TimerFired(due.getKey(), then.now()), then);
                            });
        }
    }

    private void stops() {
        if (toy.trouble().stops() > 0) {
            var after = toy.with(toy.trouble().lessStops());
            add(new Event.StopRequested(Optional.empty(), toy.now()), after);
            add(new Event.StopRequested(Optional.of(Duration.ofSeconds(1)), toy.now()), after);
            add(new Event.StopRequested(Optional.of(Duration.ZERO), toy.now()), after);
        }
    }

    private void reboot() {
        if (toy.trouble().reboots() > 0) {
            add(new Event.SandboxLost(toy.now()), toy.rebooted());
        }
    }

    private void wishes() {
        if (toy.trouble().wishes() > 0) {
            var after = toy.with(toy.trouble().lessWishes());
            ToyWishes.of(plan, pod, toy.now())
                    .forEach(
                            request -> add(new Event.RecreateRequested(request, toy.now()), after));
        }
    }
}
