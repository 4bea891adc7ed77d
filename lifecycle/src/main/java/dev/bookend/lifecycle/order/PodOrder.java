package dev.bookend.lifecycle.order;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// What a pod's author said of its order, read and not yet compiled.
public record PodOrder(
        Set<String> sidecars, Map<String, Priority> launch, Map<String, Priority> exit) {
    Priority launchOf(String name) {
        return launch.getOrDefault(name, Priority.none());
    }

    Priority exitOf(String name) {
        return exit.getOrDefault(name, Priority.none());
    }

    public boolean isSidecar(String name) {
        return sidecars.contains(name);
    }

    /// Sidecars first, then by launch priority, larger earlier (INPUT-1).
    public Map<Rank, SequencedSet<String>> launchLevels() {
        return levels(name -> isSidecar(name) ? 0 : 1, name -> -launchOf(name).value());
    }

    /// Standard containers first, then by exit priority, larger later (INPUT-1).
    public Map<Rank, SequencedSet<String>> exitLevels() {
        return levels(name -> isSidecar(name) ? 1 : 0, name -> exitOf(name).value());
    }

    private Map<Rank, SequencedSet<String>> levels(
            ToIntFunction<String> group, ToIntFunction<String> priority) {
        return launch.keySet().stream()
                .collect(
                        Collectors.groupingBy(
                                name -> new Rank(group.applyAsInt(name), priority.applyAsInt(name)),
                                TreeMap::new,
                                Collectors.toCollection(LinkedHashSet::new)));
    }

    /// A place in an order; equal ranks share a level.
    public record Rank(int group, int priority) implements Comparable<Rank> {
        @Override
        public int compareTo(Rank other) {
            return group != other.group
                    ? Integer.compare(group, other.group)
                    : Integer.compare(priority, other.priority);
        }
    }
}
