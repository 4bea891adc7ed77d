package dev.bookend.operator.launch;

import dev.bookend.lifecycle.order.BarrierLevel;
import dev.bookend.lifecycle.plan.Gate;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.LaunchOrder;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What users read about a launch, in conditions and events.
final class LaunchWords {
    private static final Set<LaunchFact> UNREADY = Set.of(LaunchFact.UNDER_WAY, LaunchFact.STARTED);

    private LaunchWords() {}

    static String opened(PodView pod, int level) {
        return "%s may start".formatted(level(pod, level));
    }

    static String waiting(
            PodView pod, int open, Map<ContainerName, LaunchFact> facts, Instant since) {
        var from = since.truncatedTo(ChronoUnit.SECONDS);
        if (open == pod.levels().size()) {
            return "%s has started; not ready yet: %s, since %s, no limit"
                    .formatted(level(pod, open - 1), unready(pod, open - 1, facts), from);
        }
        return "%s waits until these are ready: %s, since %s, no limit"
                .formatted(level(pod, open), gates(pod, open, facts), from);
    }

    static String failed(PodView pod, int open, Map<ContainerName, LaunchFact> facts) {
        var failed =
                pod.levels().get(open).containers().stream()
                        .flatMap(
                                name ->
                                        LaunchOrder.hopelessGates(pod.plan().container(name), facts)
                                                .stream())
                        .map(gate -> gate.of().text())
                        .distinct()
                        .collect(Collectors.joining(", "));
        return "%s can never start: %s failed and will not be restarted; the pod is ended"
                .formatted(level(pod, open), failed);
    }

    static String taken(PodView pod) {
        return "ConfigMap %s exists and is not Bookend's, so the launch order cannot be kept; "
                        .formatted(pod.mapName())
                + "delete or rename it, and the launch goes on by itself, or give the pod another"
                + " name";
    }

    static String aside(String why) {
        return "Bookend has put this pod aside, so that its launch stands still: %s; "
                        .formatted(why)
                + "change what is meant, or make the pod anew without it";
    }

    static String forbidden(PodView pod, String why) {
        return "ConfigMap %s cannot be written, so the launch stands still: %s; "
                        .formatted(pod.mapName(), why)
                + "change that, and the launch goes on by itself";
    }

    private static String level(PodView pod, int level) {
        return "level %d of %d (%s)"
                .formatted(level + 1, pod.levels().size(), names(pod.levels().get(level)));
    }

    private static String names(BarrierLevel level) {
        return level.containers().stream()
                .map(ContainerName::text)
                .collect(Collectors.joining(", "));
    }

    private static String gates(PodView pod, int level, Map<ContainerName, LaunchFact> facts) {
        return pod.levels().get(level).containers().stream()
                .flatMap(
                        name -> LaunchOrder.closedGates(pod.plan().container(name), facts).stream())
                .map(Gate::of)
                .distinct()
                .map(name -> named(pod, name))
                .collect(Collectors.joining(", "));
    }

    private static String unready(PodView pod, int level, Map<ContainerName, LaunchFact> facts) {
        return pod.levels().get(level).containers().stream()
                .filter(name -> UNREADY.contains(facts.getOrDefault(name, LaunchFact.UNDER_WAY)))
                .map(name -> named(pod, name))
                .collect(Collectors.joining(", "));
    }

    private static String named(PodView pod, ContainerName name) {
        return pod.container(name)
                .waiting()
                .map(why -> "%s (%s)".formatted(name, why))
                .orElse(name.text());
    }
}
