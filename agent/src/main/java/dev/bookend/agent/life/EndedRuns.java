package dev.bookend.agent.life;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.HashMap;
import java.util.Map;

/// The runs of whose end we have heard: the latest of each container, since nobody asks after the
/// ones before. Any thread may ask.
final class EndedRuns {
    private final Map<ContainerName, Integer> latest = new HashMap<>();

    /// Whether the end of this run is news.
    synchronized boolean add(Attempt attempt) {
        if (attempt.number() <= latest.getOrDefault(attempt.container(), 0)) {
            return false;
        }
        latest.put(attempt.container(), attempt.number());
        return true;
    }
}
