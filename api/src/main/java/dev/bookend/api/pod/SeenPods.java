package dev.bookend.api.pod;

import dev.bookend.api.resource.ApiError;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RequestId;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The pods that live, by their uids, as they were last seen. Any thread may call it.
public final class SeenPods {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    /// A pod as it was last seen.
    public record Seen(PodPlan plan, PodState pod) {}

    void note(String uid, Seen pod) {
        if (seen.put(uid, pod) == null) {
            synchronized (seen) {
                seen.notifyAll();
            }
        }
    }

    void forget(String uid) {
        seen.remove(uid);
    }

    public Optional<Seen> get(String uid) {
        return Optional.ofNullable(seen.get(uid));
    }

    /// Whether the request is in the journal of the pod of this uid.
    public boolean knows(String uid, RequestId id) {
        return get(uid).filter(it -> it.pod().recreations().containsKey(id)).isPresent();
    }

    public Map<String, PodState> states() {
        var states = new HashMap<String, PodState>();
        seen.forEach((uid, it) -> states.put(uid, it.pod()));
        return states;
    }

    /// An agent that has just begun has yet to take over its pods.
    public void await(String uid) throws ApiError {
        var limit = System.nanoTime() + PATIENCE.toNanos();
        synchronized (seen) {
            while (!seen.containsKey(uid)) {
                var left = Duration.ofNanos(limit - System.nanoTime());
                if (!left.isPositive() || !isNoted(left)) {
                    throw new ApiError(
                            503,
                            "ServiceUnavailable",
                            "the agent does not have the pod in its hands; look at the pod's"
                                    + " events, and try again");
                }
            }
        }
    }

    private boolean isNoted(Duration limit) {
        try {
            seen.wait(Math.max(1, limit.toMillis()));
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
