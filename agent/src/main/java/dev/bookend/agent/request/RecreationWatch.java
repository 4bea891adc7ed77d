package dev.bookend.agent.request;

import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.PodName;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Tells a listener what changed about the requests of any number of pods, and hands on everything
/// to the watcher behind it.
public final class RecreationWatch implements PodWatcher {
    private final PodWatcher behind;
    private final RecreationListener listener;
    private final Map<PodName, Map<RequestId, RecreateProgress>> known = new ConcurrentHashMap<>();

    public RecreationWatch(PodWatcher behind, RecreationListener listener) {
        this.behind = behind;
        this.listener = listener;
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        behind.told(plan, notice);
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {
        behind.changed(plan, pod);
        var before = known.getOrDefault(plan.pod(), Map.of());
        var now = pod.recreations();
        if (!before.equals(now)) {
            known.put(plan.pod(), now);
            tell(plan.pod(), before, now);
        }
        if (pod.ended()) {
            // A later pod of that name is another pod, and has requests of its own.
            known.remove(plan.pod());
        }
    }

    private void tell(
            PodName pod,
            Map<RequestId, RecreateProgress> before,
            Map<RequestId, RecreateProgress> now) {
        now.forEach(
                (id, progress) -> {
                    if (!progress.equals(before.get(id))) {
                        listener.changed(pod, progress);
                    }
                });
        before.keySet().stream()
                .filter(id -> !now.containsKey(id))
                .forEach(id -> listener.removed(pod, id));
    }
}
