package dev.bookend.operator.process;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;

/// Waits longer each time, up to a limit.
public final class Pause {
    private final Duration first;
    private final Duration longest;
    private Duration next;

    public Pause(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
        this.next = first;
    }

    public void reset() {
        next = first;
    }

    public Duration next() {
        var now = next;
        var doubled = next.multipliedBy(2);
        next = doubled.compareTo(longest) < 0 ? doubled : longest;
        return now;
    }

    public void await(InstantSource clock) throws InterruptedException {
        var end = clock.instant().plus(next());
        while (clock.instant().isBefore(end)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(Duration.between(clock.instant(), end).toNanos());
        }
    }
}
