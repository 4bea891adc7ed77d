package dev.bookend.simulator.trial;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.engine.RecreateSight;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.recreate.RecreateAdmission;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateVerdict;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.simulator.dice.Dice;
import dev.bookend.simulator.world.Endings;
import dev.bookend.simulator.world.World;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A seeded world in which users ask for recreations all the time, containers come and go, and the
/// agent dies between any two events.
final class RecreationWorld {
    private final Dice dice;
    private final PodPlan plan;
    private final Decision engine;
    private final RecreationLaws laws = new RecreationLaws();
    private final List<Event> journal = new ArrayList<>();
    private final Map<Attempt, Process> processes = new LinkedHashMap<>();
    private PodState pod;
    private Instant now = World.START;
    private int requests;

    /// What the machine knows of a run.
    private static final class Process {
        private boolean up;
        private boolean told;
        private boolean signalled;
        private Optional<HookKind> hook = Optional.empty();
    }

    RecreationWorld(long seed, PodPlan plan, Decision engine) {
        dice = new Dice(seed);
        this.plan = plan;
        this.engine = engine;
        pod = PodState.unborn(plan);
    }

    int requests() {
        return requests;
    }

    /// Wild for a while, then calm until every request is over.
    void run(int moves) {
        take(new Event.PodAccepted(now));
        for (var i = 0; i < moves && !pod.ended(); i++) {
            move(true);
        }
        for (var i = 0; i < 1_000 && !pod.ended() && laws.isAnyOpen(pod); i++) {
            move(false);
        }
        laws.ended(pod);
    }

    private void move(boolean wild) {
        now = now.plusMillis(dice.below(2_000));
        if (wild && dice.chance(8)) {
            ask();
        } else if (wild && dice.chance(10)) {
            crash();
        } else if (wild && dice.chance(3)) {
            cancel();
        } else if (dice.chance(30) || !happen(wild)) {
            fire();
        }
    }

    private void ask() {
        var names = new ArrayList<>(plan.containers().keySet());
        var first = dice.pick(names);
        var wanted = new ArrayList<>(List.of(first));
        names.stream().filter(it -> !it.equals(first) && dice.chance(50)).forEach(wanted::add);
        var spec =
                new RecreateSpec(
                        plan.pod().name(),
                        wanted.stream()
                                .map(it -> new RecreateSpec.Entry(it.text(), List.of()))
                                .toList(),
                        new RecreateSpec.Strategy(
                                Optional.of(dice.pick(List.of("Fail", "Ignore"))),
                                dice.chance(40),
                                dice.chance(30),
                                dice.maybe(50, () -> (long) dice.below(9)),
                                dice.maybe(30, () -> (long) dice.below(5)),
                                dice.maybe(40, () -> (long) dice.below(9))),
                        dice.maybe(40, () -> 3L + dice.below(40)),
                        dice.maybe(40, () -> (long) dice.below(60)));
        var id = new RequestId("r" + requests, "u" + requests);
        var seen = RecreateSight.of(plan, pod, "uid", "node");
        if (RecreateAdmission.judge(spec, id, Optional.of(seen), now)
                instanceof RecreateVerdict.Accepted(var request, _, _)) {
            requests++;
            laws.asked(request);
            take(new Event.RecreateRequested(request, now));
        }
    }

    private void cancel() {
        pod.recreations().values().stream()
                .filter(it -> !it.isOver())
                .map(RecreateProgress::request)
                .findFirst()
                .ifPresent(
                        request -> {
                            laws.cancelled(request.id());
                            take(new Event.RecreateCancelled(request.id(), now));
                        });
    }

    /// Replay must give what was lost; then everything outstanding is asked for again.
    private void crash() {
        var again = PodState.unborn(plan);
        for (var event : journal) {
            again = engine.step(plan, again, event).pod();
        }
        Endings.replayed(pod, again);
        now = now.plus(dice.upTo(Duration.ofSeconds(20)));
        take(new Event.AgentRestarted(now));
    }

    private void fire() {
        Timers.next(plan, pod)
                .ifPresent(
                        due -> {
                            now = due.getValue().isAfter(now) ? due.getValue() : now;
                            take(new Event.TimerFired(due.getKey(), now));
                        });
    }

    /// Something that the machine owes an answer for; false if there is nothing.
    private boolean happen(boolean wild) {
        var events = new ArrayList<Event>();
        processes.forEach((attempt, process) -> answer(events, attempt, process, wild));
        pod.containers()
                .forEach(
                        (name, life) -> {
                            if (life.state() instanceof ContainerState.Running(var run)
                                    && !run.ready()
                                    && plan.container(name)
                                            .probe(ProbeKind.READINESS)
                                            .isPresent()) {
                                events.add(
                                        new Event.ProbeReported(
                                                run.attempt(),
                                                ProbeKind.READINESS,
                                                ProbeVerdict.PASSED,
                                                "",
                                                now));
                            }
                        });
        if (events.isEmpty()) {
            return false;
        }
        take(dice.pick(events));
        return true;
    }

    private void answer(List<Event> events, Attempt attempt, Process process, boolean wild) {
        if (!process.told) {
            events.add(
                    process.up || !wild || !dice.chance(10)
                            ? new Event.ContainerStarted(
                                    attempt, new RuntimeId("sim://" + attempt), now)
                            : new Event.StartFailed(attempt, ExitReason.START_ERROR, "no", now));
            return;
        }
        process.hook.ifPresent(
                hook ->
                        events.add(
                                new Event.HookFinished(
                                        attempt, hook, new HookResult.Succeeded(), now)));
        if (process.signalled || (wild && dice.chance(3))) {
            events.add(
                    new Event.ContainerExited(attempt, Exit.of(dice.pick(List.of(0, 0, 1))), now));
        }
    }

    private void take(Event event) {
        journal.add(event);
        var step = engine.step(plan, pod, event);
        laws.judge(pod, event, step);
        pod = step.pod();
        switch (event) {
            case Event.ContainerStarted(var attempt, _, _) -> process(attempt).told = true;
            case Event.StartFailed(var attempt, _, _, _) -> processes.remove(attempt);
            case Event.ContainerExited(var attempt, _, _) -> processes.remove(attempt);
            case Event.HookFinished(var attempt, _, _, _) ->
                    process(attempt).hook = Optional.empty();
            default -> {}
        }
        step.actions().forEach(this::perform);
    }

    private Process process(Attempt attempt) {
        return processes.computeIfAbsent(attempt, _ -> new Process());
    }

    private void perform(Action action) {
        switch (action) {
            case Action.StartContainer(var attempt, _) -> process(attempt).up = true;
            case Action.RunHook(var attempt, var hook, _) ->
                    process(attempt).hook = Optional.of(hook);
            case Action.SignalContainer(var attempt, var signal, _) ->
                    process(attempt).signalled |= signal.equals(Signal.KILL) || dice.chance(80);
        }
    }
}
