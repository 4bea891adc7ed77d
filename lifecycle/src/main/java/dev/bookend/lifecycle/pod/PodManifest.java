package dev.bookend.lifecycle.pod;

import java.util.List;
import java.util.stream.Stream;

/// What Bookend reads of a pod, as its author wrote it: nothing here is judged yet.
public record PodManifest(
        PodMeta meta,
        PodSettings settings,
        List<ContainerSpec> initContainers,
        List<ContainerSpec> containers,
        List<Volume> volumes) {
    public PodManifest {
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
        volumes = List.copyOf(volumes);
    }

    public Stream<ContainerSpec> allContainers() {
        return Stream.concat(initContainers.stream(), containers.stream());
    }
}
