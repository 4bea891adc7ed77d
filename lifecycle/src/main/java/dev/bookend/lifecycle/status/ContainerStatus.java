package dev.bookend.lifecycle.status;

import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;
import java.util.Optional;

/// A container's status in Kubernetes' words.
public record ContainerStatus(
        ContainerName name,
        Shown state,
        Optional<Shown> lastState,
        boolean ready,
        boolean started,
        int restartCount,
        Optional<RuntimeId> id) {
    /// The three states that Kubernetes knows.
    public sealed interface Shown {
        record Waiting(String reason, String message) implements Shown {}

        record Running(Instant startedAt) implements Shown {}

        record Terminated(Exit exit, String message, Instant startedAt, Instant finishedAt)
                implements Shown {}
    }
}
