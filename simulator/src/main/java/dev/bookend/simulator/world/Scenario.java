package dev.bookend.simulator.world;

import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.Attempt;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A whole simulated life as a value: the pod, what its containers do, and what happens to it. The
/// same scenario always gives the same journal.
///
/// @param behaviours by container, one for each of its runs; the last one stays
/// @param timersFirst whether a timer goes before news of the same moment
public record Scenario(
        PodManifest pod,
        Map<String, List<Behaviour>> behaviours,
        List<Disturbance> disturbances,
        boolean timersFirst) {
    public Scenario {
        behaviours = Map.copyOf(behaviours);
        disturbances = List.copyOf(disturbances);
    }

    public Optional<PodPlan> plan() {
        return switch (Planner.plan(pod, Home.EMBEDDED)) {
            case PlanResult.Planned(var plan, _) -> Optional.of(plan);
            case PlanResult.Rejected _ -> Optional.empty();
        };
    }

    Behaviour behaviour(Attempt attempt) {
        var runs = behaviours.getOrDefault(attempt.container().text(), List.of(Behaviour.CALM));
        return runs.get(Math.min(attempt.number(), runs.size()) - 1);
    }

    <T extends Disturbance> List<T> disturbances(Class<T> kind) {
        return disturbances.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
