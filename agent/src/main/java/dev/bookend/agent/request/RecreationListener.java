package dev.bookend.agent.request;

import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.PodName;

/// Hears how the requests of pods fare. Called by the pod's own thread, which waits: it must not
/// block. What it hears is in the journal already.
public interface RecreationListener {
    /// Called whenever a request's progress has changed, and once for each request that a pod
    /// remembers when an agent takes it over. `RecreateStatus.of` makes its status of it.
    void changed(PodName pod, RecreateProgress progress);

    /// Called when a pod has forgotten a request: its ttl is over, or it was taken back.
    void removed(PodName pod, RequestId id);
}
