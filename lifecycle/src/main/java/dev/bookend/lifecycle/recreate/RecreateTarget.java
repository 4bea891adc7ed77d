package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.util.Optional;

/// A container to be recreated, and which run of it was seen when the request was made.
///
/// @param id empty if it had no process then
public record RecreateTarget(ContainerName name, Optional<RuntimeId> id, int restartCount) {
    /// Whether this is a later run than the one that the request is about (CRR-4). A container that
    /// had no process then has been recreated as soon as it has one.
    boolean isOutlivedBy(RuntimeId other, int restarts) {
        return restarts > restartCount || !id.equals(Optional.of(other));
    }
}
