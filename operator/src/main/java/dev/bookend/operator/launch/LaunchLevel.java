package dev.bookend.operator.launch;

import dev.bookend.lifecycle.value.ContainerName;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Containers that start side by side, and the barrier key that lets them.
record LaunchLevel(String key, List<ContainerName> containers) {
    LaunchLevel {
        containers = List.copyOf(containers);
    }

    static LaunchLevel of(String key, ContainerName only) {
        return new LaunchLevel(key, List.of(only));
    }

    LaunchLevel and(LaunchLevel other) {
        return new LaunchLevel(
                key, Stream.concat(containers.stream(), other.containers.stream()).toList());
    }

    String names() {
        return containers.stream().map(ContainerName::text).collect(Collectors.joining(", "));
    }
}
