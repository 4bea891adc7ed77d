package dev.bookend.agent.loop;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

/// What a pod's turn does to the world. Called by the pod's own thread; nothing here blocks it.
public interface Effects {
    /// Performs an action in the background; its outcome comes back as an event. The same action
    /// may come again after a crash.
    void perform(Action action);

    /// Brings timers, probes and running hooks in line with the state, from which they follow.
    /// Called after every step.
    void align(PodPlan plan, PodState pod);

    void tell(Notice notice);
}
