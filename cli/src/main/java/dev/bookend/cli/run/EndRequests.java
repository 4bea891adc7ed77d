package dev.bookend.cli.run;

import dev.bookend.agent.life.PodLife;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// What signals ask for: the first one an ordered exit of every pod, the next ones an end at once.
final class EndRequests {
    /// One wish may come as several signals: `timeout` and terminals send one to the process and
    /// one to its group. Nobody wishes twice in such a short time.
    static final Duration ONE_WISH = Duration.ofMillis(100);

    private final Optional<Duration> grace;
    private final Runnable toldFirst;
    private final LongSupplier nanos;
    private final List<Consumer<Optional<Duration>>> stops = new ArrayList<>();
    private int heard;
    private long lastHeard;

    EndRequests(Optional<Duration> grace, Runnable toldFirst) {
        this(grace, toldFirst, System::nanoTime);
    }

    /// @param nanos a time that only goes on, in nanoseconds
    EndRequests(Optional<Duration> grace, Runnable toldFirst, LongSupplier nanos) {
        this.grace = grace;
        this.toldFirst = toldFirst;
        this.nanos = nanos;
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
        var now = nanos.getAsLong();
        if (heard > 0 && now - lastHeard < ONE_WISH.toNanos()) {
            return;
        }
        lastHeard = now;
        heard++;
        notifyAll();
        if (heard == 1) {
            toldFirst.run();
        }
        stops.forEach(stop -> stop.accept(limit()));
    }

    private Optional<Duration> limit() {
        return heard == 1 ? grace : Optional.of(Duration.ZERO);
    }

    /// Lets the pods begin, unless it is too late for that; what lives already is told to stop.
    synchronized boolean admits(List<PodLife> begun) {
        begun.forEach(life -> tell(life::stop));
        return heard == 0;
    }

    /// Lets something hear of wishes with the grace that they leave, also of those before.
    synchronized void tell(Consumer<Optional<Duration>> stop) {
        stops.add(stop);
        if (heard > 0) {
            stop.accept(limit());
        }
    }
}
