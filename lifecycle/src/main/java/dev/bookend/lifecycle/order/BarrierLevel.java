package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.value.ContainerName;

import java.util.List;

/// Main containers that start side by side in a cluster, and the barrier key that lets them.
public record BarrierLevel(String key, List<ContainerName> containers) {
    public BarrierLevel {
        containers = List.copyOf(containers);
    }
}
