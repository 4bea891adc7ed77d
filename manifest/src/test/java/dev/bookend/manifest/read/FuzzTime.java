package dev.bookend.manifest.read;

import java.time.Duration;

/// How long a fuzzer goes on: some rounds, and then as long as `-Dfuzz.seconds=…` says.
public final class FuzzTime {
    private final int rounds;
    private final long end;
    private int done;

    public FuzzTime(int rounds, Duration length) {
        this.rounds = rounds;
        var seconds = Long.getLong("fuzz.seconds", length.toSeconds());
        end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    }

    /// The number of the next round, from 0; negative when it is over.
    public int next() {
        var more = done < rounds || System.nanoTime() - end < 0;
        return more ? done++ : -1;
    }
}
