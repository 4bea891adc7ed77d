package dev.bookend.lifecycle.status;

import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a container waits for, since when, and until when at most; no limit if that is absent.
public record Wait(
        ContainerName container,
        String what,
        List<ContainerName> on,
        Instant since,
        Optional<Instant> until) {
    public Wait {
        on = List.copyOf(on);
    }
}
