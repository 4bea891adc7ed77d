package dev.bookend.simulator.trial;

import java.util.Optional;

/// What a simulation saw.
///
/// @param turns events that were decided, each checked against every invariant
/// @param crashes deaths of the agent, each followed by a replay
public record SimulationReport(long seeds, long turns, long crashes, Optional<Failure> failure) {
    public String summary() {
        return "%,d seeds, %,d steps, %,d crashes of the agent: %s"
                .formatted(
                        seeds,
                        turns,
                        crashes,
                        failure.isEmpty() ? "every promise was kept" : "a promise was broken");
    }
}
