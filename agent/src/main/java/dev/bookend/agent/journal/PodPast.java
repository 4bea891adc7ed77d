package dev.bookend.agent.journal;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pod's past as its journal has it: the state that the journal begins with, if its beginning was
/// summed up, and the events since.
public record PodPast(Optional<JournalSnapshot> from, List<Event> events) {
    public static final PodPast NONE = new PodPast(Optional.empty(), List.of());

    public PodPast {
        events = List.copyOf(events);
    }

    public boolean isEmpty() {
        return from.isEmpty() && events.isEmpty();
    }

    /// The pod as its past left it.
    public PodState replay(PodPlan plan) {
        var pod = from.map(JournalSnapshot::pod).orElseGet(() -> PodState.unborn(plan));
        for (var event : events) {
            pod = Engine.step(plan, pod, event).pod();
        }
        return pod;
    }

    /// The hooks that were begun and have not ended.
    public Map<HookRun, Instant> begunHooks() {
        var begun = new HashMap<>(from.map(JournalSnapshot::hooks).orElse(Map.of()));
        events.forEach(event -> PastHooks.note(begun, event));
        return begun;
    }

    /// How many events there have been, those that were summed up included.
    long count() {
        return from.map(JournalSnapshot::events).orElse(0L) + events.size();
    }
}
