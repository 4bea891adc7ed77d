package dev.bookend.agent.effects;

import dev.bookend.agent.loop.Effects;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

/// Effects that do nothing to the world until they are released, so that a pod can first learn what
/// happened while nobody looked.
public final class HeldEffects implements Effects {
    private final Effects effects;
    private boolean released;

    public HeldEffects(Effects effects) {
        this.effects = effects;
    }

    public void release() {
        released = true;
    }

    @Override
    public void perform(Action action) {
        if (released) {
            effects.perform(action);
        }
    }

    @Override
    public void align(PodPlan plan, PodState pod) {
        if (released) {
            effects.align(plan, pod);
        }
    }

    @Override
    public void tell(Notice notice) {
        effects.tell(notice);
    }
}
