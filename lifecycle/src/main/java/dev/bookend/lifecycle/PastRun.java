package dev.bookend.lifecycle;

import java.time.Instant;

/// A run that ended. A start that failed began and ended at the same moment.
public record PastRun(Attempt attempt, Exit exit, String message, Instant began, Instant ended) {}
