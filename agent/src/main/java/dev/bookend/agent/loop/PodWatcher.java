package dev.bookend.agent.loop;

import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

/// Looks on while a pod lives. Called by the pod's own thread, which waits: it must not block.
public interface PodWatcher {
    /// Called for each notice, in order, once it is in the journal.
    void told(PodPlan plan, Notice notice);

    /// Called after every step.
    void changed(PodPlan plan, PodState pod);
}
