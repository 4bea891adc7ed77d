package dev.bookend.runtime;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;

import java.time.Instant;

/// What a new agent finds of an attempt.
public sealed interface Found {
    Attempt attempt();

    /// Ready to start, and not started.
    record Prepared(Attempt attempt) implements Found {}

    record Running(Attempt attempt, Started started) implements Found {}

    /// A lost shim shows as an exit with 137 and its own reason.
    record Ended(Attempt attempt, Started started, Exit exit, Instant at) implements Found {}
}
