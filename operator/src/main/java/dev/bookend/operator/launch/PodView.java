package dev.bookend.operator.launch;

import dev.bookend.lifecycle.order.Barrier;
import dev.bookend.lifecycle.order.BarrierLevel;
import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.json.Json;
import dev.bookend.operator.admission.AskedPod;
import dev.bookend.operator.kube.Marks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// As much of an ordered pod as the opening of its barriers needs.
///
/// @param levels first level first
/// @param opened how many levels the pod's own annotation says are open
/// @param nudges how often the kubelet was woken for this pod, by its annotation
record PodView(
        PodKey key,
        String uid,
        PodPlan plan,
        List<BarrierLevel> levels,
        Map<ContainerName, ContainerView> containers,
        int opened,
        int nudges,
        boolean gated,
        boolean ending,
        Optional<Condition> condition) {
    /// What users read of the launch at the pod.
    record Condition(boolean met, String message) {}

    PodView {
        levels = List.copyOf(levels);
        containers = Map.copyOf(containers);
    }

    /// Empty for a pod that has no barriers of ours, whatever its label says.
    static Optional<PodView> of(Json pod) {
        var namespace = pod.at("metadata", "namespace").flatMap(Json::text).orElse("default");
        return AskedPod.read(pod, namespace).flatMap(it -> of(it, pod));
    }

    private static Optional<PodView> of(AskedPod asked, Json pod) {
        return switch (Planner.planAdmitted(asked.manifest())) {
            case PlanResult.Planned(var plan, _) -> of(asked, pod, plan);
            case PlanResult.Rejected(var findings) -> {
                if (isHeld(asked) && !isLaunched(condition(pod))) {
                    throw new Unplannable(findings);
                }
                yield Optional.empty();
            }
        };
    }

    /// Somebody has changed a pod that waits for its levels, so that nobody can tell them any more.
    static final class Unplannable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unplannable(List<Finding> findings) {
            super(findings.stream().map(Finding::sentence).collect(Collectors.joining("; ")));
        }
    }

    private static boolean isHeld(AskedPod asked) {
        return asked.manifest().containers().stream()
                .flatMap(it -> it.env().stream())
                .anyMatch(it -> it.name().equals(OrderKeys.BARRIER_ENV));
    }

    private static Optional<PodView> of(AskedPod asked, Json pod, PodPlan plan) {
        var levels = Barrier.levels(asked.manifest());
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        var meta = asked.manifest().meta();
        return Optional.of(
                new PodView(
                        new PodKey(meta.namespace(), meta.name()),
                        meta.uid().orElse(""),
                        plan,
                        levels,
                        containers(pod),
                        count(asked.annotation(Marks.OPENED)),
                        count(asked.annotation(Marks.NUDGE)),
                        isGated(pod),
                        isEnding(pod),
                        condition(pod)));
    }

    private static Map<ContainerName, ContainerView> containers(Json pod) {
        var views = new LinkedHashMap<ContainerName, ContainerView>();
        pod.at("status", "containerStatuses")
                .map(Json::elements)
                .orElse(List.of())
                .forEach(
                        status ->
                                status.text("name")
                                        .ifPresent(
                                                name ->
                                                        views.put(
                                                                new ContainerName(name),
                                                                ContainerView.of(status))));
        return views;
    }

    private static int count(Optional<String> annotation) {
        return annotation.filter(it -> it.matches("[0-9]{1,6}")).map(Integer::valueOf).orElse(0);
    }

    private static boolean isGated(Json pod) {
        return pod.at("spec", "schedulingGates").map(Json::elements).orElse(List.of()).stream()
                .anyMatch(it -> it.text("name").equals(Optional.of(Marks.SCHEDULING_GATE)));
    }

    private static boolean isEnding(Json pod) {
        var phase = pod.at("status", "phase").flatMap(Json::text).orElse("");
        return pod.at("metadata", "deletionTimestamp").isPresent()
                || phase.equals("Succeeded")
                || phase.equals("Failed");
    }

    private static Optional<Condition> condition(Json pod) {
        return pod.at("status", "conditions").map(Json::elements).orElse(List.of()).stream()
                .filter(it -> it.text("type").equals(Optional.of(Marks.CONDITION)))
                .findFirst()
                .map(
                        it ->
                                new Condition(
                                        it.text("status").equals(Optional.of("True")),
                                        it.text("message").orElse("")));
    }

    private static boolean isLaunched(Optional<Condition> condition) {
        return condition.filter(Condition::met).isPresent();
    }

    boolean isLaunched() {
        return isLaunched(condition);
    }

    ContainerView container(ContainerName name) {
        return containers.getOrDefault(name, ContainerView.UNSEEN);
    }

    String mapName() {
        return Barrier.mapName(key.name());
    }
}
