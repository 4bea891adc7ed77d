package dev.bookend.lifecycle;

import dev.bookend.lifecycle.ContainerState.Alive;

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

    /// A pod of this machine. Its readiness can always be held back (CRR-5).
    public static RecreatePod of(PodPlan plan, PodState pod, String uid, String node) {
        var candidates = new LinkedHashMap<String, Candidate>();
        plan.containers()
                .forEach((name, one) -> candidates.put(name.text(), of(one, pod.life(name))));
        return new RecreatePod(
                plan.pod(),
                uid,
                Optional.of(node),
                pod.stage() instanceof PodStage.Active,
                plan.grace(),
                true,
                candidates,
                Home.EMBEDDED);
    }

    /// The same pod for a restart by a new image, which a running container has whatever its
    /// policy.
    public RecreatePod withNewImages() {
        var all = new LinkedHashMap<>(candidates);
        all.replaceAll((_, it) -> it.id().isPresent() ? it.with(RestartPolicy.ALWAYS) : it);
        return new RecreatePod(name, uid, node, active, grace, canBeUnready, all, home);
    }

    private static Candidate of(ContainerPlan plan, ContainerLife life) {
        var alive =
                life.state() instanceof Alive run ? Optional.of(run.run()) : Optional.<Run>empty();
        return new Candidate(
                plan.kind(),
                plan.restartPolicy(),
                alive.isPresent() || life.lastRun().isPresent(),
                alive.map(Run::id),
                life.restarts());
    }
}
