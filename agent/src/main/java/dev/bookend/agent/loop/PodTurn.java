package dev.bookend.agent.loop;

import dev.bookend.agent.journal.Journal;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;

import java.util.List;

/// One event of a pod, from decision to effect: journal first, then act.
///
/// It has no thread in it, so that the simulator can drive it.
public final class PodTurn {
    private final PodPlan plan;
    private final Journal journal;
    private final Effects effects;
    private final Decision decision;
    private PodState pod;

    private PodTurn(
            PodPlan plan, PodState pod, Journal journal, Effects effects, Decision decision) {
        this.plan = plan;
        this.pod = pod;
        this.journal = journal;
        this.effects = effects;
        this.decision = decision;
    }

    public static PodTurn fresh(PodPlan plan, Journal journal, Effects effects) {
        return replayed(plan, List.of(), journal, effects);
    }

    /// The pod as its journal left it; nothing is done to the world.
    public static PodTurn replayed(
            PodPlan plan, Iterable<Event> events, Journal journal, Effects effects) {
        return replayed(plan, events, journal, effects, Engine::step);
    }

    public static PodTurn replayed(
            PodPlan plan,
            Iterable<Event> events,
            Journal journal,
            Effects effects,
            Decision decision) {
        var pod = PodState.unborn(plan);
        for (var event : events) {
            pod = decision.step(plan, pod, event).pod();
        }
        return resumed(plan, pod, journal, effects, decision);
    }

    /// The pod in a state that is known already.
    public static PodTurn resumed(
            PodPlan plan, PodState pod, Journal journal, Effects effects, Decision decision) {
        return new PodTurn(plan, pod, journal, effects, decision);
    }

    public Step take(Event event) {
        var step = decision.step(plan, pod, event);
        journal.append(event, step);
        pod = step.pod();
        step.actions().forEach(effects::perform);
        step.notices().forEach(effects::tell);
        effects.align(plan, pod);
        return step;
    }

    public PodPlan plan() {
        return plan;
    }

    public PodState pod() {
        return pod;
    }
}
