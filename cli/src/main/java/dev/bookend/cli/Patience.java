package dev.bookend.cli;

import java.time.Duration;

/// How long a reader has kept us writing since the end began. Only that counts: a machine that is
/// busy with other things is not the reader's fault.
final class Patience {
    private boolean ending;
    private boolean writing;
    private long since;
    private long spent;

    /// From now on it counts.
    synchronized void end() {
        if (!ending) {
            ending = true;
            since = System.nanoTime();
        }
    }

    synchronized void begin() {
        writing = true;
        since = System.nanoTime();
    }

    synchronized void done() {
        spent = spent();
        writing = false;
    }

    /// Whether the reader took longer than this.
    synchronized boolean isOver(Duration limit) {
        return spent() > limit.toNanos();
    }

    private long spent() {
        return ending && writing ? spent + System.nanoTime() - since : spent;
    }
}
