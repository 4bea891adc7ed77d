package dev.bookend.runtime;

import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;

/// A start that came true, at the moment at which the program began.
public record Started(RuntimeId id, Instant at) {}
