package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.PastRun;

import java.time.Duration;

/// How long a crashed container waits before it is started again (LAUNCH-6).
final class Backoff {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LONG_RUN = Duration.ofMinutes(10);
    private static final int DOUBLINGS_TO_LONGEST = 5;

    private Backoff() {}

    /// The first restart is at once; then 10 s, doubling to 300 s.
    static Duration delay(int crashes) {
        if (crashes == 0) {
            return Duration.ZERO;
        }
        var doublings = Math.min(crashes - 1, DOUBLINGS_TO_LONGEST);
        var delay = FIRST.multipliedBy(1L << doublings);
        return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }

    /// A run of ten minutes wipes the slate clean.
    static boolean forgets(PastRun run) {
        return Duration.between(run.began(), run.ended()).compareTo(LONG_RUN) >= 0;
    }
}
