package dev.bookend.simulator.world;

import dev.bookend.agent.journal.Journal;
import dev.bookend.agent.loop.Decision;
import dev.bookend.agent.loop.Effects;
import dev.bookend.agent.loop.PodTurn;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.text.StateText;
import dev.bookend.simulator.invariant.History;
import dev.bookend.simulator.invariant.Judge;
import dev.bookend.simulator.invariant.Roles;
import dev.bookend.simulator.invariant.Violation;
import dev.bookend.simulator.world.Disturbance.AgentDies;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A machine, an agent and a clock, all of them simulated, around the real turn of a pod.
public final class World implements Journal, Effects {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration HORIZON = Duration.ofHours(1);
    private static final int MOST_TURNS = 400;

    private final Scenario scenario;
    private final PodPlan plan;
    private final Decision decision;
    private final Agenda agenda = new Agenda();
    private final JournalText journal = new JournalText();
    private final Judge judge;
    private final SimulatedRuntime runtime;
    private final List<Event> unwritten = new ArrayList<>();
    private Map<Timer, Instant> timers = new LinkedHashMap<>();
    private Optional<AgentDies> dying = Optional.empty();
    private PodTurn turn;
    private Instant now = START;

    /// The time as far as the agent can know it from its events.
    private Instant heard = START;

    private boolean agentUp = true;

    /// An agent that comes back first learns what it missed, and does nothing meanwhile.
    private boolean held;

    private int life;
    private int turns;
    private int crashes;
    private int performed;

    public World(Scenario scenario, PodPlan plan, Decision decision) {
        this.scenario = scenario;
        this.plan = plan;
        this.decision = decision;
        judge = new Judge(plan, new History(new Roles(scenario.pod()), START));
        runtime = new SimulatedRuntime(this, scenario);
        turn = PodTurn.replayed(plan, List.of(), this, this, decision);
    }

    Instant now() {
        return now;
    }

    Duration age() {
        return Duration.between(START, now);
    }

    public int turns() {
        return turns;
    }

    public int crashes() {
        return crashes;
    }

    public JournalText journal() {
        return journal;
    }

    PodState pod() {
        return turn.pod();
    }

    PodPlan plan() {
        return plan;
    }

    History history() {
        return judge.history();
    }

    SimulatedRuntime runtime() {
        return runtime;
    }

    /// Lives the pod's whole life; a pod that has no end of its own is stopped at last.
    public void run() {
        post(new Event.PodAccepted(START));
        new Disturbances(this).schedule(scenario);
        var quiet = runUntil(MOST_TURNS);
        if (quiet && !pod().ended()) {
            Endings.settled(plan, pod());
        }
        if (!pod().ended()) {
            new Disturbances(this).stopNow();
            runUntil(turns + MOST_TURNS);
        }
        Endings.ended(this);
    }

    /// Returns whether nothing is left that could happen.
    private boolean runUntil(int lastTurn) {
        var end = now.plus(HORIZON);
        while (turns < lastTurn && !(pod().ended() && agentUp)) {
            var next = next();
            if (next.isEmpty()) {
                return true;
            }
            if (next.get().isAfter(end)) {
                return false;
            }
            advance(next.get());
        }
        return false;
    }

    private Optional<Instant> next() {
        var timer = timers.values().stream().min(Instant::compareTo);
        var news = agenda.next();
        return timer.isEmpty() || news.filter(at -> at.isBefore(timer.get())).isPresent()
                ? news
                : timer;
    }

    private void advance(Instant to) {
        now = to.isAfter(now) ? to : now;
        var due =
                timers.entrySet().stream()
                        .filter(timer -> !timer.getValue().isAfter(now))
                        .map(Map.Entry::getKey)
                        .findFirst();
        var news = agenda.next().filter(at -> !at.isAfter(now)).isPresent();
        if (due.isPresent() && (scenario.timersFirst() || !news)) {
            take(new Event.TimerFired(due.get(), now));
        } else {
            agenda.runNext();
        }
    }

    /// Something happens in the world, whether or not an agent is there.
    void at(Instant when, Runnable what) {
        agenda.add(when, what);
    }

    /// News for the agent that lives now; it is lost if that one dies first.
    void post(Event event) {
        postAt(now, event);
    }

    void postAt(Instant when, Event event) {
        var addressee = life;
        agenda.add(
                when,
                () -> {
                    if (agentUp && life == addressee) {
                        take(event);
                    }
                });
    }

    void take(Event event) {
        var crash = scheduledCrash();
        turns++;
        if (crash.filter(it -> !it.journaled()).isPresent()) {
            keep(event);
            die(crash.get().down());
            return;
        }
        dying = crash;
        performed = 0;
        try {
            turn.take(event);
        } catch (IllegalStateException | IllegalArgumentException bug) {
            throw new Violation("ENGINE", "the engine does not stumble", event + ": " + bug);
        }
        if (crash.isEmpty() && !held) {
            Endings.delivered(this);
        }
        dying = Optional.empty();
        crash.ifPresent(it -> die(it.down()));
    }

    /// A request that was not written down was not acknowledged either, so it is made again.
    private void keep(Event event) {
        if (isRequest(event)) {
            unwritten.removeIf(it -> again(it).equals(again(event)));
            unwritten.add(event);
        }
    }

    private static boolean isRequest(Event event) {
        return switch (event) {
            case Event.PodAccepted _, Event.StopRequested _ -> true;
            case Event.RecreateRequested _, Event.RecreateCancelled _ -> true;
            default -> false;
        };
    }

    private Optional<AgentDies> scheduledCrash() {
        return scenario.disturbances(AgentDies.class).stream()
                .filter(it -> it.turn() == turns)
                .findFirst();
    }

    void die(Duration down) {
        crashes++;
        agentUp = false;
        life++;
        timers = new LinkedHashMap<>();
        runtime.agentDies();
        var silent = life;
        at(
                now.plus(down),
                () -> {
                    if (life == silent) {
                        comeBack();
                    }
                });
    }

    private void comeBack() {
        recover();
        held = true;
        var here = life;
        takeWhile(here, new Event.AgentRestarted(now));
        if (runtime.rebooted()) {
            takeWhile(here, new Event.SandboxLost(now));
        } else {
            runtime.missed(pod()).forEach(event -> takeWhile(here, event));
        }
        held = false;
        takeWhile(here, new Event.AgentRestarted(now));
        if (agentUp && life == here) {
            runtime.report();
            unwritten.forEach(event -> post(again(event)));
        }
    }

    private void takeWhile(int mine, Event event) {
        if (agentUp && life == mine) {
            take(event);
        }
    }

    private Event again(Event event) {
        return switch (event) {
            case Event.StopRequested(var grace, _) -> new Event.StopRequested(grace, now);
            case Event.RecreateRequested(var request, _) ->
                    new Event.RecreateRequested(request, now);
            case Event.RecreateCancelled(var id, _) -> new Event.RecreateCancelled(id, now);
            default -> event;
        };
    }

    /// Replays the journal, which must give the state that was lost; so must its words, with which
    /// a journal goes on that has lost its beginning.
    private void recover() {
        var before = turn.pod();
        turn = PodTurn.replayed(plan, journal.events(), this, this, decision);
        Endings.replayed(before, turn.pod());
        Endings.replayed(before, StateText.read(StateText.write(before)));
        agentUp = true;
    }

    @Override
    public void append(Event event, Step step) {
        journal.add(event);
        unwritten.removeIf(it -> again(it).equals(again(event)));
        if (event instanceof Event.SandboxLost) {
            runtime.rebootIsKnown();
        }
        heard = event.mayComeLate() && event.at().isBefore(heard) ? heard : event.at();
        judge.judge(turn.pod(), event, step, heard);
    }

    @Override
    public void perform(Action action) {
        var bit = 1 << performed++;
        if (!held && dying.filter(it -> (it.performed() & bit) == 0).isEmpty()) {
            runtime.perform(action);
        }
    }

    @Override
    public void align(PodPlan plan, PodState pod) {
        if (!held && dying.isEmpty()) {
            timers = new LinkedHashMap<>(Timers.due(plan, pod));
            runtime.align(plan, pod);
        }
    }

    @Override
    public void tell(Notice notice) {}

    boolean agentUp() {
        return agentUp;
    }
}
