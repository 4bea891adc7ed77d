package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;

/// What a ContainerRecreateRequest wants done next.
public sealed interface RecreateOrder {
    ContainerName container();

    /// Stop this very run; nothing happens if another one runs meanwhile.
    record Stop(ContainerName container, RuntimeId id, Duration grace) implements RecreateOrder {}

    /// Start it now, whatever back-off or restart policy say (CRR-4).
    record Start(ContainerName container) implements RecreateOrder {}
}
