package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.value.ContainerName;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Which containers may start now, and what does each other one wait for?
public final class LaunchOrder {
    private LaunchOrder() {}

    /// Whether the container may start. The gates are asked from the last one on, because in a long
    /// order that is the one which is still closed.
    public static boolean mayStart(ContainerPlan container, Map<ContainerName, LaunchFact> facts) {
        for (var gate : container.gates().reversed()) {
            if (!fact(facts, gate).opens(gate.condition())) {
                return false;
            }
        }
        return true;
    }

    /// The gates of a container that are still closed; none means that it may start.
    public static Set<Gate> closedGates(
            ContainerPlan container, Map<ContainerName, LaunchFact> facts) {
        return container.gates().stream()
                .filter(gate -> !fact(facts, gate).opens(gate.condition()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// The closed gates that can never open any more, because their container failed for good.
    public static Set<Gate> hopelessGates(
            ContainerPlan container, Map<ContainerName, LaunchFact> facts) {
        return closedGates(container, facts).stream()
                .filter(gate -> fact(facts, gate) == LaunchFact.FAILED)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static LaunchFact fact(Map<ContainerName, LaunchFact> facts, Gate gate) {
        return facts.getOrDefault(gate.of(), LaunchFact.UNDER_WAY);
    }
}
