package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;

/// What a ContainerRecreateRequest sees of a container, whoever runs it.
public sealed interface ContainerSight {
    /// The pod has no such container.
    record Absent() implements ContainerSight {}

    /// It is about to be started, or its start is not answered yet.
    record Coming(int restarts) implements ContainerSight {}

    /// Has a process, and nobody is stopping it.
    record Up(RuntimeId id, int restarts, boolean ready, Instant since) implements ContainerSight {}

    /// Is being stopped, by whomever.
    record Going(RuntimeId id, int restarts) implements ContainerSight {}

    /// Exited, and is started again later.
    record Down(int restarts) implements ContainerSight {}

    /// Exited, and is not started again by itself.
    record Ended(int restarts) implements ContainerSight {}
}
