package dev.bookend.agent.life;

import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

/// Hears of a pod under supervision. Its methods must not block.
public interface PodWard extends PodWatcher {
    /// The life is over. Called once, also for a life that ended before.
    void ended(PodPlan plan, PodState pod);

    /// The pod was asked to end before it could begin.
    void neverBegan();

    /// It cannot be begun now; it is tried again later.
    void refused(String why);

    /// Some of what was written of the pod is lost, and it is ended by what is left.
    void lost(String what);

    /// A fault of ours stopped its loop; its containers live on, and it is tried again.
    void faulted(String why);
}
