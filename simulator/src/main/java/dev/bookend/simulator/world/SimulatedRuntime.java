package dev.bookend.simulator.world;

import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.engine.Probing;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.simulator.world.Behaviour.HookPlay;
import dev.bookend.simulator.world.Behaviour.ProbePlay;
import dev.bookend.simulator.world.Machine.Process;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Does what the agent asks, as the scenario says; it lives on when the agent dies.
public final class SimulatedRuntime {
    public static final Duration LONGEST_REPORT = Duration.ofMillis(900);
    static final Duration KILL_TAKES = Duration.ofMillis(5);
    private static final Exit BY_KILL = new Exit(137, ExitReason.ERROR);
    private final World world;
    private final Scenario scenario;
    private final Machine machine = new Machine();
    private Map<Attempt, Set<ProbeKind>> probed = new LinkedHashMap<>();
    private boolean rebooted;
    private int boots;

    SimulatedRuntime(World world, Scenario scenario) {
        this.world = world;
        this.scenario = scenario;
    }

    Machine machine() {
        return machine;
    }

    void perform(Action action) {
        switch (action) {
            case Action.StartContainer(var attempt, _) ->
                    machine.process(attempt).ifPresentOrElse(this::report, () -> start(attempt));
            case Action.RunHook(var attempt, var hook, _) -> runHook(new HookRun(attempt, hook));
            case Action.SignalContainer(var attempt, var signal, _) -> {
                var process = machine.process(attempt).orElseGet(() -> never(attempt));
                if (signal.equals(Signal.KILL)) {
                    kill(process);
                } else {
                    stop(process);
                }
            }
        }
    }

    private Process never(Attempt attempt) {
        return machine.add(attempt, scenario.behaviour(attempt));
    }

    private void start(Attempt attempt) {
        var behaviour = scenario.behaviour(attempt);
        var process = machine.add(attempt, behaviour);
        var when = world.now().plus(behaviour.start().after());
        switch (behaviour.start().kind()) {
            case STARTS -> {
                world.post(new Event.ContainerCreated(attempt, world.now()));
                later(when, process, () -> begin(process));
            }
            case FAILS ->
                    later(
                            when,
                            process,
                            () -> {
                                process.ended = Optional.of(world.now());
                                report(process);
                            });
            case HANGS -> {}
        }
    }

    /// A fact of this boot about a run that has not ended by then.
    private void later(Instant when, Process process, Runnable fact) {
        var boot = boots;
        world.at(
                when,
                () -> {
                    if (boot == boots && process.ended.isEmpty()) {
                        fact.run();
                    }
                });
    }

    private void begin(Process process) {
        if (process.killed) {
            return;
        }
        process.began = Optional.of(world.now());
        report(process);
        var life = process.behaviour.life();
        life.endsAfter()
                .ifPresent(
                        after ->
                                later(
                                        world.now().plus(after),
                                        process,
                                        () -> end(process, life.exit())));
    }

    private void end(Process process, Exit exit) {
        process.ended = Optional.of(world.now());
        process.exit = Optional.of(exit);
        report(process);
    }

    /// Tells the agent what is true of a run; a repeated answer is no news to it.
    private void report(Process process) {
        var late = process.behaviour.life().reportedAfter();
        var when = process.ended.isPresent() ? world.now().plus(late) : world.now();
        news(process).forEach(event -> world.postAt(when, event));
    }

    private static List<Event> news(Process process) {
        var attempt = process.attempt;
        var events = new ArrayList<Event>();
        process.began.ifPresent(
                at -> {
                    var id = new RuntimeId("sim://" + attempt);
                    events.add(new Event.ContainerStarted(attempt, id, at));
                });
        process.ended.ifPresent(
                at ->
                        events.add(
                                process.exit
                                        .<Event>map(
                                                it -> new Event.ContainerExited(attempt, it, at))
                                        .orElse(
                                                new Event.StartFailed(
                                                        attempt, "no such file", at))));
        return events;
    }

    void report() {
        machine.processes().forEach(this::report);
    }

    /// What an agent that comes back finds and its journal does not have.
    List<Event> missed(PodState pod) {
        var events = new ArrayList<Event>();
        machine.processes().forEach(process -> events.addAll(news(process)));
        pod.containers().values().stream()
                .filter(life -> life.state() instanceof ContainerState.Starting)
                .map(life -> ((ContainerState.Starting) life.state()).attempt())
                .filter(attempt -> !(pod.stage() instanceof PodStage.Active))
                .filter(attempt -> machine.process(attempt).isEmpty())
                .map(attempt -> new Event.StartFailed(attempt, "never started", world.now()))
                .forEach(events::add);
        return events;
    }

    private void kill(Process process) {
        if (process.ended.isPresent()) {
            report(process);
            return;
        }
        process.killed = true;
        later(
                world.now().plus(KILL_TAKES),
                process,
                () -> {
                    if (process.began.isPresent()) {
                        end(process, BY_KILL);
                    } else {
                        process.ended = Optional.of(world.now());
                        report(process);
                    }
                });
    }

    private void stop(Process process) {
        process.signalled = true;
        var life = process.behaviour.life();
        life.obeysAfter()
                .ifPresent(
                        after ->
                                later(
                                        world.now().plus(after),
                                        process,
                                        () -> end(process, life.obedientExit())));
    }

    private void runHook(HookRun run) {
        var delivery = machine.hook(run);
        if (delivery.running) {
            world.post(heard(run));
            return;
        }
        delivery.times++;
        delivery.running = true;
        var play = scenario.behaviour(run.attempt()).hook(run.hook());
        var begins = world.now().plus(play.heardAfter());
        whileItRuns(begins, delivery, () -> world.post(heard(run)));
        play.takes()
                .ifPresent(
                        takes ->
                                whileItRuns(
                                        begins.plus(takes),
                                        delivery,
                                        () -> {
                                            delivery.running = false;
                                            world.post(finished(run, play));
                                        }));
    }

    private void whileItRuns(Instant when, Machine.Delivery delivery, Runnable fact) {
        var boot = boots;
        var number = delivery.times;
        world.at(
                when,
                () -> {
                    if (boot == boots && delivery.running && delivery.times == number) {
                        fact.run();
                    }
                });
    }

    private Event heard(HookRun run) {
        return new Event.HookStarted(run.attempt(), run.hook(), world.now());
    }

    private Event finished(HookRun run, HookPlay play) {
        return new Event.HookFinished(run.attempt(), run.hook(), play.result(), world.now());
    }

    boolean delivered(Attempt attempt, HookKind hook) {
        return machine.hook(new HookRun(attempt, hook)).times > 0;
    }

    void align(PodPlan plan, PodState pod) {
        var wanted = Probing.wanted(plan, pod);
        wanted.forEach(
                (attempt, kinds) -> {
                    var running = probed.getOrDefault(attempt, Set.of());
                    kinds.stream()
                            .filter(kind -> !running.contains(kind))
                            .forEach(kind -> probe(attempt, kind, 0));
                });
        probed = new LinkedHashMap<>();
        wanted.forEach((attempt, kinds) -> probed.put(attempt, new HashSet<>(kinds)));
    }

    private void probe(Attempt attempt, ProbeKind kind, int number) {
        var play = scenario.behaviour(attempt).probe(kind);
        if (number >= play.verdicts().size()) {
            return;
        }
        world.at(
                world.now().plus(play.period()),
                () -> {
                    if (probed.getOrDefault(attempt, Set.of()).contains(kind)) {
                        probe(attempt, kind, number + 1);
                        tellVerdict(attempt, kind, play, number);
                    }
                });
    }

    private void tellVerdict(Attempt attempt, ProbeKind kind, ProbePlay play, int number) {
        world.post(
                new Event.ProbeReported(
                        attempt, kind, play.verdicts().get(number), "simulated", world.now()));
    }

    void agentDies() {
        probed = new LinkedHashMap<>();
        machine.agentDies();
    }

    void reboot() {
        boots++;
        rebooted = true;
        machine.reboot();
    }

    boolean rebooted() {
        return rebooted;
    }

    void rebootIsKnown() {
        rebooted = false;
    }
}
