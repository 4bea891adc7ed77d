package dev.bookend.cli;

import dev.bookend.agent.LogLine;
import dev.bookend.agent.PodWatcher;
import dev.bookend.lifecycle.Notice;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodState;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Prints on a thread of its own, so that nobody waits for a slow terminal but those who print a
/// lot: containers' output is held back, a pod's life never.
final class Printing implements PodWatcher, AutoCloseable {
    private static final int MOST_LINES_AHEAD = 10_000;
    private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(100);

    /// Long enough for what belongs together to come together, so that those who hand something
    /// over need not wake this thread for each line.
    private static final Duration BREATH = Duration.ofMillis(10);

    private static final Duration CLOCK = Duration.ofSeconds(1);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final Report report;
    private final BlockingQueue<Consumer<Report>> waiting = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(MOST_LINES_AHEAD);
    private final Thread thread;
    private boolean closed;
    private boolean undrawn;
    private long lastDrawn = System.nanoTime() - BETWEEN_DRAWINGS.toNanos();

    Printing(Report report) {
        this.report = report;
        thread = Thread.ofPlatform().daemon().name("printing").start(this::run);
    }

    void say(String text) {
        waiting.add(it -> it.say(text));
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        waiting.add(it -> it.told(plan, notice));
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {
        waiting.add(it -> it.changed(plan, pod));
    }

    /// Waits while too many lines are ahead of this one.
    void printed(LogLine line) {
        room.acquireUninterruptibly();
        waiting.add(
                it -> {
                    room.release();
                    it.printed(line);
                });
    }

    void summed(PodPlan plan, PodState pod, String journal) {
        waiting.add(it -> it.summed(plan, pod, journal));
    }

    /// Runs something between two lines.
    void between(Runnable action) {
        waiting.add(_ -> action.run());
    }

    /// Returns when all that was handed over before has been printed.
    void await() throws InterruptedException {
        var done = new CountDownLatch(1);
        between(done::countDown);
        done.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void run() {
        try {
            while (!closed) {
                step();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void step() throws InterruptedException {
        var wait = undrawn ? untilDrawing() : CLOCK;
        var next = waiting.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
        if (next != null) {
            next.accept(report);
            undrawn = true;
            breathe();
        }
        if (!closed && (next == null || untilDrawing().isZero())) {
            report.refresh();
            undrawn = false;
            lastDrawn = System.nanoTime();
        }
    }

    private void breathe() throws InterruptedException {
        if (!closed && waiting.isEmpty()) {
            Thread.sleep(BREATH);
        }
    }

    private Duration untilDrawing() {
        var passed = Duration.ofNanos(System.nanoTime() - lastDrawn);
        var left = BETWEEN_DRAWINGS.minus(passed);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// Prints what is left and ends.
    @Override
    public void close() {
        waiting.add(
                it -> {
                    it.close();
                    closed = true;
                });
        try {
            thread.join(LAST_WORDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
