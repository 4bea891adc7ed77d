package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;

import java.time.Instant;

/// Watches a pod's steps and speaks up at the first promise broken.
public final class Judge {
    private final PodPlan plan;
    private History history;

    public Judge(PodPlan plan, History history) {
        this.plan = plan;
        this.history = history;
    }

    public History history() {
        return history;
    }

    public void judge(PodState prior, Event event, Step step, Instant now) {
        var seen = history.copy();
        seen.observe(event, now);
        var after = seen.copy();
        after.note(step, now);
        history = after;
        var moment = new Moment(plan, seen, after, prior, event, step, now);
        Invariant.ALL.forEach(invariant -> invariant.judge(moment));
    }
}
