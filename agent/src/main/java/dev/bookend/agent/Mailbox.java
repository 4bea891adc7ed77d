package dev.bookend.agent;

import dev.bookend.lifecycle.Event;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The events that a pod has not taken yet. Any thread may post; the pod's own thread takes.
final class Mailbox {
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    void post(Event event) {
        events.add(event);
    }

    Event take() throws InterruptedException {
        return events.take();
    }

    /// The next event, unless the limit comes first.
    Optional<Event> take(Duration limit) throws InterruptedException {
        return Optional.ofNullable(events.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
    }
}
