package dev.bookend.simulator.world;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.text.EventText;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The journal of a simulated pod, kept as words, so that every replay goes through them.
public final class JournalText {
    private final List<Instant> times = new ArrayList<>();
    private final List<String> words = new ArrayList<>();

    public void add(Event event) {
        times.add(event.at());
        words.add(EventText.write(event));
    }

    int size() {
        return words.size();
    }

    List<Event> events() {
        var events = new ArrayList<Event>();
        for (var i = 0; i < words.size(); i++) {
            events.add(EventText.read(words.get(i), times.get(i)));
        }
        return events;
    }

    /// One line an event, with the time since the beginning.
    public List<String> lines() {
        var lines = new ArrayList<String>();
        for (var i = 0; i < words.size(); i++) {
            var since = Duration.between(World.START, times.get(i)).toMillis();
            lines.add("%9.3fs  %s".formatted(since / 1000.0, words.get(i)));
        }
        return lines;
    }
}
