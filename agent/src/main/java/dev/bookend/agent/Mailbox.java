package dev.bookend.agent;

import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.Event.StopRequested;

import java.time.Duration;
import java.util.List;
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

    /// Takes the requests to stop, ahead of whatever else waits.
    List<Event> takeStops() {
        var stops = events.stream().filter(StopRequested.class::isInstance).toList();
        events.removeAll(stops);
        return stops;
    }

    Event take() throws InterruptedException {
        return events.take();
    }

    /// The next event, unless the limit comes first.
    Optional<Event> take(Duration limit) throws InterruptedException {
        return Optional.ofNullable(events.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
    }
}
