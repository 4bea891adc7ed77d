package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.value.ContainerName;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Levels for display, computed from the gates, which alone are the model.
final class Levels {
    private Levels() {}

    /// Regular init containers are no level: they are listed on their own.
    static List<Level> launch(PodPlan plan) {
        Map<ContainerName, Set<ContainerName>> after = new LinkedHashMap<>();
        plan.containers()
                .values()
                .forEach(
                        one ->
                                after.put(
                                        one.name(),
                                        one.gates().stream()
                                                .map(Gate::of)
                                                .collect(Collectors.toSet())));
        return layers(plan, after);
    }

    static List<Level> exit(PodPlan plan) {
        Map<ContainerName, Set<ContainerName>> after = new LinkedHashMap<>();
        plan.containers().values().forEach(one -> after.put(one.name(), one.exitAfter()));
        return layers(plan, after);
    }

    private static List<Level> layers(PodPlan plan, Map<ContainerName, Set<ContainerName>> after) {
        plan.of(ContainerKind.INIT).forEach(init -> after.remove(init.name()));
        var left = new LinkedHashMap<>(after);
        var levels = new ArrayList<Level>();
        while (!left.isEmpty()) {
            var blocked = new HashSet<>(left.keySet());
            var free =
                    left.entrySet().stream()
                            .filter(entry -> entry.getValue().stream().noneMatch(blocked::contains))
                            .map(Map.Entry::getKey)
                            .toList();
            levels.add(new Level(free));
            free.forEach(left::remove);
        }
        return List.copyOf(levels);
    }
}
