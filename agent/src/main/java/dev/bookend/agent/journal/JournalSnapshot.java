package dev.bookend.agent.journal;

import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.PodState;

import java.time.Instant;
import java.util.Map;

/// A pod's state in place of the events that led to it.
///
/// @param hooks those that were begun and have not ended, with their beginnings
/// @param events how many events it stands for
public record JournalSnapshot(PodState pod, Map<HookRun, Instant> hooks, long events) {
    public JournalSnapshot {
        hooks = Map.copyOf(hooks);
    }
}
