package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.value.ContainerName;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Whose turn is it to exit now, and what does each other one wait for?
public final class ExitOrder {
    private ExitOrder() {}

    /// The sidecars whose preStop hook is due and has not begun: whoever is no sidecar waits until
    /// they have heard of the end (EXIT-3).
    ///
    /// @param unbegun whether a container's hook would still have to begin
    public static Set<ContainerName> unheard(PodPlan plan, Predicate<ContainerName> unbegun) {
        return plan.containers().values().stream()
                .filter(ContainerPlan::isHeardFirst)
                .map(ContainerPlan::name)
                .filter(unbegun)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Whether a container's turn has come, asked from the end of the order like
    /// [LaunchOrder#mayStart].
    public static boolean isTurn(
            ContainerPlan container, Set<ContainerName> alive, Set<ContainerName> unheard) {
        if (!container.kind().isSidecar() && !unheard.isEmpty()) {
            return false;
        }
        for (var name : container.exitAfter().reversed()) {
            if (alive.contains(name)) {
                return false;
            }
        }
        return true;
    }

    /// The containers that must end, or whose hook must begin, before this one's turn comes; none
    /// means that it is its turn.
    ///
    /// @param alive containers that have not ended yet
    /// @param unheard who must hear of the end first, by [#unheard]
    public static Set<ContainerName> waitsFor(
            ContainerPlan container, Set<ContainerName> alive, Set<ContainerName> unheard) {
        var blockers = new LinkedHashSet<>(container.exitAfter());
        blockers.retainAll(alive);
        if (!container.kind().isSidecar()) {
            blockers.addAll(unheard);
        }
        return blockers;
    }

    /// The same wait for a person: who must end, and whose hook must begin.
    public static String words(
            ContainerPlan container, Set<ContainerName> alive, Set<ContainerName> unheard) {
        return waitsFor(container, alive, unheard).stream()
                .map(
                        name ->
                                container.exitAfter().contains(name)
                                        ? name + " to end"
                                        : "the preStop hook of " + name + " to begin")
                .collect(Collectors.joining(", "));
    }
}
