package dev.bookend.agent.journal;

import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.HookFinished;
import dev.bookend.lifecycle.life.Event.HookStarted;

import java.time.Instant;
import java.util.Map;

/// Which hooks were begun and have not ended.
final class PastHooks {
    private PastHooks() {}

    static void note(Map<HookRun, Instant> begun, Event event) {
        switch (event) {
            case HookStarted(var attempt, var hook, var at) ->
                    begun.putIfAbsent(new HookRun(attempt, hook), at);
            case HookFinished(var attempt, var hook, _, _) ->
                    begun.remove(new HookRun(attempt, hook));
            default -> {
                // Only hooks matter here.
            }
        }
    }
}
