package dev.bookend.operator.launch;

import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// How far each container of a pod has come, judged by what the kubelet reports.
final class LaunchFacts {
    private LaunchFacts() {}

    /// @param satisfied who was seen ready before: a gate that opened stays open (LAUNCH-4)
    static Map<ContainerName, LaunchFact> of(PodView pod, Set<ContainerName> satisfied) {
        var facts = new LinkedHashMap<ContainerName, LaunchFact>();
        pod.plan()
                .containers()
                .forEach(
                        (name, plan) ->
                                facts.put(name, fact(plan, pod.container(name), satisfied)));
        return facts;
    }

    /// The kubelet itself starts no main container before the init containers are done.
    private static LaunchFact fact(
            ContainerPlan plan, ContainerView seen, Set<ContainerName> satisfied) {
        if (plan.kind().isInit()) {
            return LaunchFact.COMPLETED;
        }
        var before = satisfied.contains(plan.name()) ? LaunchFact.SATISFIED : LaunchFact.UNDER_WAY;
        var latch = before.after(plan, seen.passed());
        return seen.exit()
                .filter(exit -> !plan.restartPolicy().restarts(exit))
                .map(exit -> latch.afterEnd(exit.success()))
                .orElse(latch);
    }
}
