package dev.bookend.cli.live;

import dev.bookend.agent.log.LogLine;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Prints on a thread of its own, so that nobody waits for a slow terminal but those who print a
/// lot: containers' output is held back, a pod's life never.
public final class Printing implements PodWatcher, AutoCloseable {
    /// How much of the containers' output may wait, in letters. It is little, so that it is printed
    /// before the JVM takes it for something that lasts and lets its memory grow.
    private static final int MOST_AHEAD = 128 * 1024;

    /// What a line costs beside its letters.
    private static final int LINE = 256;

    /// How much of the pods' lives may wait for a reader who has stopped.
    private static final int MOST_NEWS = 10_000;

    private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(100);

    /// Long enough for what belongs together to come together, so that those who hand something
    /// over need not wake this thread for each line.
    private static final Duration BREATH = Duration.ofMillis(10);

    private static final Duration CLOCK = Duration.ofSeconds(1);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    /// How long the end waits for a reader, whether it takes little or nothing at all.
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /// What containers' output may take of it. The rest is for what became of the pods.
    private static final Duration LINES = Duration.ofMillis(1500);

    private static final Duration GLANCE = Duration.ofMillis(50);

    private final Report report;
    private final BlockingQueue<Consumer<Report>> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger unread = new AtomicInteger();
    private final AtomicInteger missed = new AtomicInteger();
    private final Semaphore room = new Semaphore(MOST_AHEAD);
    private final Thread thread;
    private volatile boolean dropped;
    private boolean closed;
    private boolean undrawn;
    private final Patience patience = new Patience();
    private long lastDrawn = System.nanoTime() - BETWEEN_DRAWINGS.toNanos();

    public Printing(Report report) {
        this.report = report;
        thread = Thread.ofPlatform().daemon().name("printing").start(this::run);
    }

    public void say(String text) {
        waiting.add(it -> it.say(text));
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        tell(it -> it.told(plan, notice));
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {
        tell(it -> it.changed(plan, pod));
    }

    /// News that nobody reads are left out when there are very many; how many is said later.
    private void tell(Consumer<Report> news) {
        if (unread.get() >= MOST_NEWS) {
            missed.incrementAndGet();
            return;
        }
        unread.incrementAndGet();
        waiting.add(
                it -> {
                    unread.decrementAndGet();
                    sayWhatIsMissed(it);
                    news.accept(it);
                });
    }

    private void sayWhatIsMissed(Report to) {
        var count = missed.get() == 0 ? 0 : missed.getAndSet(0);
        if (count > 0) {
            to.say(
                    "%d changes of pods are not shown here, because nobody read them in time; their"
                                    .formatted(count)
                            + " journals have them.");
        }
    }

    /// Waits while too many lines are ahead of this one. At the end, with nobody to read it in
    /// time, the line is dropped.
    public void printed(LogLine line) {
        var size = Math.min(MOST_AHEAD, line.text().length() + LINE);
        if (!hasRoom(size)) {
            dropped = true;
            return;
        }
        waiting.add(
                it -> {
                    room.release(size);
                    if (patience.isOver(LINES)) {
                        dropped = true;
                    } else {
                        it.printed(line);
                        patience.taken();
                    }
                });
    }

    /// Whether a line of a container was dropped.
    public boolean hasDropped() {
        return dropped;
    }

    public void summed(PodPlan plan, PodState pod, String journal) {
        waiting.add(it -> it.summed(plan, pod, journal));
    }

    /// Runs something between two lines, unless very much waits there already.
    public void between(Runnable action) {
        tell(_ -> action.run());
    }

    private boolean hasRoom(int size) {
        try {
            var has = room.tryAcquire(size);
            while (!has && !patience.isOver(LINES)) {
                has = room.tryAcquire(size, GLANCE.toMillis(), TimeUnit.MILLISECONDS);
            }
            return has;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Returns when all that was handed over before has been printed, or nobody reads it.
    public void await() throws InterruptedException {
        patience.end();
        var done = new CountDownLatch(1);
        waiting.add(_ -> done.countDown());
        var limit = System.nanoTime() + LAST_WORDS.toNanos();
        while (!done.await(GLANCE.toMillis(), TimeUnit.MILLISECONDS)) {
            if (isGivenUp() || System.nanoTime() - limit > 0) {
                return;
            }
        }
    }

    private boolean isGivenUp() {
        return patience.isOver(FAREWELL);
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
            write(next);
            undrawn = true;
            breathe();
        }
        if (!closed && (next == null || untilDrawing().isZero())) {
            write(Report::refresh);
            undrawn = false;
            lastDrawn = System.nanoTime();
        }
    }

    private void write(Consumer<Report> text) {
        patience.begin();
        text.accept(report);
        patience.done();
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
            patience.end();
            var limit = System.nanoTime() + LAST_WORDS.toNanos();
            while (!thread.join(GLANCE) && !isGivenUp() && System.nanoTime() - limit < 0) {
                // It prints on.
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
