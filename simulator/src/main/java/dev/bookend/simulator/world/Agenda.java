package dev.bookend.simulator.world;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/// What will happen in the simulated world, in order of time.
final class Agenda {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparingInt(Entry::number));
    private int number;

    private record Entry(Instant at, int number, Runnable what) {}

    void add(Instant at, Runnable what) {
        entries.add(new Entry(at, number++, what));
    }

    Optional<Instant> next() {
        return Optional.ofNullable(entries.peek()).map(Entry::at);
    }

    void runNext() {
        entries.remove().what().run();
    }
}
