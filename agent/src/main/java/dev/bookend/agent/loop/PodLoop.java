package dev.bookend.agent.loop;

import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.TimerFired;
import dev.bookend.lifecycle.life.Timer;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// A pod's life on one thread: waits for the next event or the next timer and takes its turn.
public final class PodLoop {
    /// How long a timer that changed nothing is left alone, so that a fault of ours cannot spin.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final PodTurn turn;
    private final Mailbox mailbox;
    private final InstantSource time;
    private Optional<Map.Entry<Timer, Instant>> fired = Optional.empty();

    public PodLoop(PodTurn turn, Mailbox mailbox, InstantSource time) {
        this.turn = turn;
        this.mailbox = mailbox;
        this.time = time;
    }

    /// Returns when the pod has ended; an interrupt ends the loop and leaves the containers alone.
    public void run() throws InterruptedException {
        while (!turn.pod().ended()) {
            turn.take(next());
        }
    }

    private Event next() throws InterruptedException {
        var due = Timers.next(turn.plan(), turn.pod());
        if (due.isEmpty()) {
            return mailbox.take();
        }
        var event = mailbox.take(wait(due.get()));
        if (event.isPresent()) {
            return event.get();
        }
        fired = due;
        return new TimerFired(due.get().getKey(), latest(time.instant(), due.get().getValue()));
    }

    private Duration wait(Map.Entry<Timer, Instant> due) {
        var left = Duration.between(time.instant(), due.getValue());
        return fired.filter(due::equals).isPresent() && left.compareTo(PAUSE) < 0 ? PAUSE : left;
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
