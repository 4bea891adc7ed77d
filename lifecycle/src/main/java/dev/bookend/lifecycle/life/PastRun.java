package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;

import java.time.Instant;

/// A run that ended. A start that failed began and ended at the same moment.
public record PastRun(Attempt attempt, Exit exit, String message, Instant began, Instant ended) {}
