package dev.bookend.simulator.explore;

/// How far an exploration came.
///
/// @param depth events up to which every interleaving was tried for every pod, beginning at each
///   moment of a calm life
/// @param further pods that were explored one event further before time was up
/// @param states different states seen in the round that saw most
record ExplorationReport(int pods, int depth, int further, long states, long steps) {
    String summary() {
        return ("%,d pods, from each moment of a calm life every interleaving of %d events"
                        + " (%,d pods one further): %,d states, %,d steps")
                .formatted(pods, depth, further, states, steps);
    }
}
