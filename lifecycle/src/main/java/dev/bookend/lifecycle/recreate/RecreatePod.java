package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a ContainerRecreateRequest is judged by: the pod as it is at that moment.
///
/// @param node where it runs; empty if it was not scheduled yet
/// @param canBeUnready whether the pod has the readiness gate that `unreadyGracePeriodSeconds`
///   needs
public record RecreatePod(
        PodName name,
        String uid,
        Optional<String> node,
        boolean active,
        Duration grace,
        boolean canBeUnready,
        Map<String, Candidate> candidates,
        Home home) {
    public RecreatePod {
        candidates = Collections.unmodifiableMap(new LinkedHashMap<>(candidates));
    }

    /// A container of the pod.
    ///
    /// @param policy its own effective restart policy
    /// @param id of its present run, if it has one
    public record Candidate(
            ContainerKind kind,
            RestartPolicy policy,
            boolean everStarted,
            Optional<RuntimeId> id,
            int restartCount) {
        private Candidate with(RestartPolicy other) {
            return new Candidate(kind, other, everStarted, id, restartCount);
        }
    }

    /// The same pod for a restart by a new image, which a running container has whatever its
    /// policy.
    public RecreatePod withNewImages() {
        var all = new LinkedHashMap<>(candidates);
        all.replaceAll((_, it) -> it.id().isPresent() ? it.with(RestartPolicy.ALWAYS) : it);
        return new RecreatePod(name, uid, node, active, grace, canBeUnready, all, home);
    }
}
