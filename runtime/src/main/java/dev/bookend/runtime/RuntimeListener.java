package dev.bookend.runtime;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;

import java.time.Instant;

/// Hears of exits. Called from any thread, once for each attempt that was started.
public interface RuntimeListener {
    void exited(Attempt attempt, Exit exit, Instant at);
}
