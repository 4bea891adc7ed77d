package dev.bookend.operator.launch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/// Pods to look at, each at most once at a time, some of them later.
final class WorkQueue {
    private final InstantSource clock;
    private final PriorityQueue<Entry> due = new PriorityQueue<>();
    private final Map<PodKey, Instant> wanted = new HashMap<>();
    private final Set<PodKey> busy = new HashSet<>();

    private record Entry(Instant at, PodKey key) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return at.compareTo(other.at);
        }
    }

    WorkQueue(InstantSource clock) {
        this.clock = clock;
    }

    void add(PodKey key) {
        add(key, clock.instant());
    }

    /// Of two wishes for one pod the sooner counts.
    synchronized void add(PodKey key, Instant at) {
        var before = wanted.get(key);
        if (before == null || at.isBefore(before)) {
            wanted.put(key, at);
            due.add(new Entry(at, key));
            notifyAll();
        }
    }

    /// Waits for the next pod; the caller says `done` when it is through with it.
    synchronized Optional<PodKey> take(Duration patience) throws InterruptedException {
        var end = clock.instant().plus(patience);
        while (true) {
            var next = ready();
            if (next.isPresent()) {
                return next;
            }
            var now = clock.instant();
            if (!now.isBefore(end)) {
                return Optional.empty();
            }
            var until = due.isEmpty() || due.peek().at().isAfter(end) ? end : due.peek().at();
            wait(Math.max(1, Duration.between(now, until).toMillis()));
        }
    }

    private Optional<PodKey> ready() {
        while (!due.isEmpty() && !due.peek().at().isAfter(clock.instant())) {
            var entry = due.remove();
            if (entry.at().equals(wanted.get(entry.key())) && busy.add(entry.key())) {
                wanted.remove(entry.key());
                return Optional.of(entry.key());
            }
        }
        return Optional.empty();
    }

    synchronized void done(PodKey key) {
        busy.remove(key);
        var again = wanted.get(key);
        if (again != null) {
            due.add(new Entry(again, key));
            notifyAll();
        }
    }
}
