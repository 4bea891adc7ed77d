package dev.bookend.cli.live;

import java.time.Duration;

/// How long a reader has kept us waiting since the end began. Only that counts: that there is much
/// to write, or that the machine is busy with other things, is not the reader's fault. On a busy
/// machine a writer waits for its turn as often as for its reader, and cannot tell which; so every
/// line that is taken at once makes good for some waiting.
final class Patience {
    /// What a reader takes at once takes less.
    private static final long WAITED = Duration.ofMillis(5).toNanos();

    /// Whoever takes a thousand lines a second keeps up.
    private static final long MADE_GOOD = Duration.ofMillis(1).toNanos();

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

    /// A line was taken.
    synchronized void taken() {
        if (ending && System.nanoTime() - since <= WAITED) {
            spent = Math.max(0, spent - MADE_GOOD);
        }
    }

    /// Whether the reader took longer than this.
    synchronized boolean isOver(Duration limit) {
        return spent() > limit.toNanos();
    }

    private long spent() {
        var span = System.nanoTime() - since;
        return ending && writing && span > WAITED ? spent + span : spent;
    }
}
