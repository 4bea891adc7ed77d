package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.value.ContainerName;

import java.util.List;

/// Containers that start, or exit, side by side.
public record Level(List<ContainerName> containers) {
    public Level {
        containers = List.copyOf(containers);
    }
}
