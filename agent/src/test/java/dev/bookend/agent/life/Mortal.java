package dev.bookend.agent.life;

import dev.bookend.agent.journal.Journal;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;

/// Dies once a number of records is written.
class Mortal extends Stopper {
    private final Moment moment;
    private final int last;
    private final Runnable death;
    private int records;

    /// Where in a turn the agent dies.
    enum Moment {
        RECORDED,
        ACTED
    }

    Mortal(Moment moment, int last, Runnable death) {
        this.moment = moment;
        this.last = last;
        this.death = death;
    }

    Journal recording(Journal journal) {
        return (Event event, Step step) -> {
            journal.append(event, step);
            records++;
            dieAt(Moment.RECORDED);
        };
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {
        dieAt(Moment.ACTED);
        super.changed(plan, pod);
    }

    private void dieAt(Moment here) {
        if (moment == here && records == last) {
            death.run();
        }
    }
}
