package dev.bookend.simulator.explore;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.simulator.invariant.History;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// One state of an explored pod, with the world around it and the way that led there.
record Node(PodState pod, Toy toy, History history, Optional<Path> path) {
    /// The last event and the way before it.
    record Path(Event event, Optional<Path> before) {}

    List<Event> events() {
        var events = new ArrayList<Event>();
        for (var at = path; at.isPresent(); at = at.get().before()) {
            events.add(at.get().event());
        }
        Collections.reverse(events);
        return events;
    }

    /// A number that two different states share only by a rare accident.
    long fingerprint() {
        long pods = pod.hashCode();
        long world = 31L * toy.hashCode() + 17;
        long seen = history.key().hashCode();
        return mix(pods * 0x9E3779B97F4A7C15L + mix(world * 0xC2B2AE3D27D4EB4FL + seen));
    }

    private static long mix(long value) {
        var mixed = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
        return mixed ^ (mixed >>> 29);
    }
}
