package dev.bookend.agent;

import dev.bookend.lifecycle.Engine;
import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodState;
import dev.bookend.lifecycle.Step;

/// One event of a pod, from decision to effect: journal first, then act.
///
/// It has no thread in it, so that the simulator can drive it.
public final class PodTurn {
    private final PodPlan plan;
    private final Journal journal;
    private final Effects effects;
    private PodState pod;

    private PodTurn(PodPlan plan, PodState pod, Journal journal, Effects effects) {
        this.plan = plan;
        this.pod = pod;
        this.journal = journal;
        this.effects = effects;
    }

    public static PodTurn fresh(PodPlan plan, Journal journal, Effects effects) {
        return new PodTurn(plan, PodState.unborn(plan), journal, effects);
    }

    /// The pod as its journal left it; nothing is done to the world.
    public static PodTurn replayed(
            PodPlan plan, Iterable<Event> events, Journal journal, Effects effects) {
        var pod = PodState.unborn(plan);
        for (var event : events) {
            pod = Engine.step(plan, pod, event).pod();
        }
        return new PodTurn(plan, pod, journal, effects);
    }

    public Step take(Event event) {
        var step = Engine.step(plan, pod, event);
        journal.append(event, step);
        pod = step.pod();
        step.notices().forEach(effects::tell);
        step.actions().forEach(effects::perform);
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
