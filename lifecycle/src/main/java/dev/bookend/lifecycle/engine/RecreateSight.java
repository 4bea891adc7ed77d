package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreatePod;
import dev.bookend.lifecycle.rules.Home;

import java.util.LinkedHashMap;
import java.util.Optional;

/// A living pod as a ContainerRecreateRequest sees it.
public final class RecreateSight {
    private RecreateSight() {}

    /// A pod of this machine. Its readiness can always be held back (CRR-5).
    public static RecreatePod of(PodPlan plan, PodState pod, String uid, String node) {
        var candidates = new LinkedHashMap<String, RecreatePod.Candidate>();
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

    private static RecreatePod.Candidate of(ContainerPlan plan, ContainerLife life) {
        var alive =
                life.state() instanceof Alive run ? Optional.of(run.run()) : Optional.<Run>empty();
        return new RecreatePod.Candidate(
                plan.kind(),
                plan.restartPolicy(),
                alive.isPresent() || life.lastRun().isPresent(),
                alive.map(Run::id),
                life.restarts());
    }
}
