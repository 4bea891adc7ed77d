package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.order.PodRules;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// The order that a manifest asks for: gates per container, and what its pod promises as a whole.
///
/// Containers stand in the manifest's order, init containers first.
public record PodPlan(
        PodName pod,
        SequencedMap<ContainerName, ContainerPlan> containers,
        PodRules rules,
        Duration grace,
        Optional<Duration> activeDeadline) {
    public PodPlan {
        containers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(containers));
    }

    public ContainerPlan container(ContainerName name) {
        var plan = containers.get(name);
        if (plan == null) {
            throw new IllegalArgumentException("pod %s has no container %s".formatted(pod, name));
        }
        return plan;
    }

    public Stream<ContainerPlan> of(ContainerKind kind) {
        return containers.values().stream().filter(plan -> plan.kind() == kind);
    }

    public List<Level> launchLevels() {
        return Levels.launch(this);
    }

    public List<Level> exitLevels() {
        return Levels.exit(this);
    }

    public PodPlan withGrace(Duration other) {
        return new PodPlan(pod, containers, rules, other, activeDeadline);
    }
}
