package dev.bookend.simulator.explore;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;

import java.time.Instant;
import java.util.Optional;

/// One run of a container as the exploration keeps it: what is true, and whether it was told.
record Box(Attempt attempt, Phase phase, boolean signalled, boolean killed, Optional<End> end) {
    enum Phase {
        ASKED,
        RUNNING,
        GONE
    }

    /// The end of a run; one that never began has no exit.
    record End(Optional<Exit> exit, Instant at) {}

    static Box asked(Attempt attempt) {
        return new Box(attempt, Phase.ASKED, false, false, Optional.empty());
    }

    Box running() {
        return new Box(attempt, Phase.RUNNING, signalled, killed, end);
    }

    Box withSignal() {
        return new Box(attempt, phase, true, killed, end);
    }

    Box withKill() {
        return new Box(attempt, phase, signalled, true, end);
    }

    Box gone(Optional<Exit> exit, Instant at) {
        return new Box(attempt, Phase.GONE, signalled, killed, Optional.of(new End(exit, at)));
    }
}
