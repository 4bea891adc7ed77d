package dev.bookend.operator;

import dev.bookend.lifecycle.ContainerKind;
import dev.bookend.lifecycle.ContainerName;
import dev.bookend.lifecycle.ContainerPlan;
import dev.bookend.lifecycle.HookKind;
import dev.bookend.lifecycle.LaunchFact;
import dev.bookend.lifecycle.ProbeKind;
import dev.bookend.lifecycle.RestartPolicy;

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
        if (plan.kind() == ContainerKind.INIT || plan.kind() == ContainerKind.NATIVE_SIDECAR) {
            return LaunchFact.COMPLETED;
        }
        if (seen.ready() || satisfied.contains(plan.name()) || hasBeenReady(plan, seen)) {
            return LaunchFact.SATISFIED;
        }
        if (seen.exitCode().isEmpty()) {
            return LaunchFact.UNDER_WAY;
        }
        return ended(plan, seen.exitCode().getAsLong() == 0);
    }

    /// A container without probes and hook was ready as soon as it ran.
    private static boolean hasBeenReady(ContainerPlan plan, ContainerView seen) {
        return seen.ran()
                && plan.restartPolicy() == RestartPolicy.ALWAYS
                && plan.probe(ProbeKind.READINESS).isEmpty()
                && plan.probe(ProbeKind.STARTUP).isEmpty()
                && !plan.hasHook(HookKind.POST_START);
    }

    private static LaunchFact ended(ContainerPlan plan, boolean well) {
        return switch (plan.restartPolicy()) {
            case ALWAYS -> LaunchFact.UNDER_WAY;
            case ON_FAILURE -> well ? LaunchFact.COMPLETED : LaunchFact.UNDER_WAY;
            case NEVER -> well ? LaunchFact.COMPLETED : LaunchFact.FAILED;
        };
    }
}
