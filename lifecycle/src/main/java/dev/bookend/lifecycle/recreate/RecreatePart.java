package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;

/// How far a ContainerRecreateRequest has come with one of its containers.
public sealed interface RecreatePart {
    /// Its turn has not come.
    record Pending() implements RecreatePart {}

    /// Its turn has come, but it is just being started, and force means to stop what starts.
    record Held(Instant since) implements RecreatePart {}

    /// The run of this id is being stopped. It is written down before the stop begins, so that no
    /// other run can be stopped in its place (CRR-10).
    ///
    /// @param killed whether this request asked for the stop
    record Stopping(RuntimeId id, boolean killed, Instant since) implements RecreatePart {}

    /// Stopped, and not yet ready again.
    record Recreating(boolean killed, Instant since) implements RecreatePart {}

    record Succeeded(boolean killed) implements RecreatePart {}

    record Failed(boolean killed, RecreateFailure why) implements RecreatePart {}

    /// Whether this request has stopped the container.
    default boolean isKilled() {
        return switch (this) {
            case Pending _, Held _ -> false;
            case Stopping(_, var killed, _) -> killed;
            case Recreating(var killed, _) -> killed;
            case Succeeded(var killed) -> killed;
            case Failed(var killed, _) -> killed;
        };
    }

    default boolean isOver() {
        return this instanceof Succeeded || this instanceof Failed;
    }

    /// Whether the container is still to be stopped, or being stopped.
    default boolean isBeforeStop() {
        return this instanceof Pending || this instanceof Held || this instanceof Stopping;
    }
}
