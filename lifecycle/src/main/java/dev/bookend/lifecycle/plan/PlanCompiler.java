package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.order.PodOrder;
import dev.bookend.lifecycle.order.PodRules;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Lengths;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;

/// Turns priorities and kinds into gates, which are all that the engine knows of an order.
final class PlanCompiler {
    private final PodManifest pod;
    private final PodOrder order;
    private final Map<String, Set<String>> before = new LinkedHashMap<>();
    private final Map<String, Set<String>> exitsBefore = new LinkedHashMap<>();

    private PlanCompiler(PodManifest pod, PodOrder order) {
        this.pod = pod;
        this.order = order;
        accumulate(order.launchLevels(), before);
        accumulate(order.exitLevels(), exitsBefore);
    }

    static PodPlan compile(PodManifest pod, PodOrder order, PodRules rules) {
        var compiler = new PlanCompiler(pod, order);
        var plans = new LinkedHashMap<ContainerName, ContainerPlan>();
        compiler.containers().forEach(plan -> plans.put(plan.name(), plan));
        return new PodPlan(
                pod.meta().podName(),
                plans,
                rules,
                grace(pod.settings().grace()),
                pod.settings().activeDeadline());
    }

    /// Kubernetes takes a grace below zero for one second.
    private static Duration grace(Duration given) {
        return given.isNegative() ? Duration.ofSeconds(1) : Lengths.bounded(given);
    }

    /// For every container the members of all levels before its own (LAUNCH-2, EXIT-1).
    private static void accumulate(
            Map<PodOrder.Rank, SequencedSet<String>> levels, Map<String, Set<String>> into) {
        var earlier = new LinkedHashSet<String>();
        for (var level : levels.values()) {
            level.forEach(name -> into.put(name, Set.copyOf(earlier)));
            earlier.addAll(level);
        }
    }

    private List<ContainerPlan> containers() {
        var plans = new ArrayList<ContainerPlan>();
        var gates = new LinkedHashSet<Gate>();
        for (var init : pod.initContainers()) {
            var kind = initKind(init);
            plans.add(plan(init, kind, gates, initExitsAfter(init, kind)));
            gates.add(new Gate(name(init), initCondition(kind)));
        }
        pod.containers().forEach(main -> plans.add(mainPlan(main, gates)));
        return plans;
    }

    private static ContainerKind initKind(ContainerSpec init) {
        return init.isNative() ? ContainerKind.NATIVE_SIDECAR : ContainerKind.INIT;
    }

    private static Gate.Condition initCondition(ContainerKind kind) {
        return kind == ContainerKind.INIT ? Gate.Condition.COMPLETED : Gate.Condition.STARTED;
    }

    private ContainerPlan mainPlan(ContainerSpec main, Set<Gate> initGates) {
        var gates = new LinkedHashSet<>(initGates);
        pod.containers().stream()
                .filter(other -> before.getOrDefault(main.name(), Set.of()).contains(other.name()))
                .forEach(other -> gates.add(new Gate(name(other), Gate.Condition.SATISFIED)));
        var kind = order.isSidecar(main.name()) ? ContainerKind.SIDECAR : ContainerKind.STANDARD;
        return plan(main, kind, gates, names(exitsBefore.getOrDefault(main.name(), Set.of())));
    }

    /// Native sidecars exit after everybody else, in reverse order; regular ones wait for nobody.
    private Set<ContainerName> initExitsAfter(ContainerSpec init, ContainerKind kind) {
        if (kind == ContainerKind.INIT) {
            return Set.of();
        }
        var after = new LinkedHashSet<ContainerName>();
        var own = pod.initContainers().indexOf(init);
        for (var i = 0; i < pod.initContainers().size(); i++) {
            var other = pod.initContainers().get(i);
            if (i > own || initKind(other) == ContainerKind.INIT) {
                after.add(name(other));
            }
        }
        pod.containers().forEach(main -> after.add(name(main)));
        return after;
    }

    private ContainerPlan plan(
            ContainerSpec spec, ContainerKind kind, Set<Gate> gates, Set<ContainerName> after) {
        return new ContainerPlan(
                name(spec),
                kind,
                new LinkedHashSet<>(gates),
                new LinkedHashSet<>(after),
                policy(spec, kind),
                spec.probes(),
                spec.lifecycle());
    }

    /// An init container that succeeded is never run again, whatever the pod's policy.
    private RestartPolicy policy(ContainerSpec spec, ContainerKind kind) {
        var own = spec.restartPolicy().orElse(pod.settings().restartPolicy());
        return kind == ContainerKind.INIT && own == RestartPolicy.ALWAYS
                ? RestartPolicy.ON_FAILURE
                : own;
    }

    private Set<ContainerName> names(Set<String> names) {
        return pod.containers().stream()
                .filter(main -> names.contains(main.name()))
                .map(PlanCompiler::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static ContainerName name(ContainerSpec spec) {
        return new ContainerName(spec.name());
    }
}
