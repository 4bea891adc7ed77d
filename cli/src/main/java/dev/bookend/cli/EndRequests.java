package dev.bookend.cli;

import dev.bookend.agent.PodLife;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What signals ask for: the first one an ordered exit of every pod, the next ones an end at once.
final class EndRequests {
    private final Optional<Duration> grace;
    private final Runnable toldFirst;
    private final List<PodLife> lives = new ArrayList<>();
    private int heard;

    EndRequests(Optional<Duration> grace, Runnable toldFirst) {
        this.grace = grace;
        this.toldFirst = toldFirst;
    }

    /// Waits for a while, or until somebody asks for the end.
    ///
    /// @return whether somebody has
    synchronized boolean await(Duration limit) throws InterruptedException {
        var end = System.nanoTime() + limit.toNanos();
        for (var left = limit.toMillis(); heard == 0 && left > 0; ) {
            wait(left);
            left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        }
        return heard > 0;
    }

    synchronized void hear() {
        heard++;
        notifyAll();
        if (heard == 1) {
            toldFirst.run();
        }
        var limit = heard == 1 ? grace : Optional.of(Duration.ZERO);
        lives.forEach(life -> life.stop(limit));
    }

    /// Lets the pods begin, unless it is too late for that.
    synchronized boolean admits(List<PodLife> begun) {
        lives.addAll(begun);
        return heard == 0;
    }
}
