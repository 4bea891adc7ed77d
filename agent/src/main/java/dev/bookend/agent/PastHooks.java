package dev.bookend.agent;

import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.Event.HookFinished;
import dev.bookend.lifecycle.Event.HookStarted;
import dev.bookend.lifecycle.Outstanding.HookRun;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which hooks an earlier agent began and did not see end.
final class PastHooks {
    private PastHooks() {}

    static Map<HookRun, Instant> begun(List<Event> past) {
        var begun = new HashMap<HookRun, Instant>();
        for (var event : past) {
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
        return begun;
    }
}
