package dev.bookend.api.pod;

import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.duty.Duty;
import dev.bookend.api.resource.ApiError;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Writes things down on a thread of its own, in the order in which they came, so that a pod never
/// waits for the disk. What a full disk refuses is tried until there is room again.
public final class Clerk implements AutoCloseable {
    private static final int MOST = 10_000;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final BlockingQueue<Entry> entries = new LinkedBlockingQueue<>();
    private final Aside aside;
    private final Duty duty;
    private volatile boolean stuck;

    /// Something to write down.
    public interface Task {
        void run() throws ApiError;
    }

    private record Entry(Task task, boolean dispensable) {}

    public Clerk(Duties duties, Consumer<String> log) {
        aside = new Aside(log);
        duty = duties.begin("clerk", this::run);
    }

    /// Writes it down, sooner or later. Whoever gives many of these must see to it that they do not
    /// pile up.
    public void later(Task task) {
        entries.add(new Entry(task, false));
    }

    /// Writes it down unless the disk is full.
    public void ifRoom(Task task) {
        if ((!stuck && entries.size() < MOST) || entries.isEmpty()) {
            entries.add(new Entry(task, true));
        }
    }

    private void run() throws InterruptedException {
        while (true) {
            var entry = entries.take();
            var done = new AtomicBoolean();
            while (aside.handled("a note of the clerk", () -> done.set(isDone(entry)))
                    && !done.get()) {
                Thread.sleep(PAUSE);
            }
        }
    }

    private boolean isDone(Entry entry) {
        try {
            entry.task().run();
            stuck = false;
            return true;
        } catch (ApiError error) {
            stuck |= error.isOfTheDisk();
            // Else the object is gone, and there is nobody to tell.
            return entry.dispensable() || !error.isOfTheDisk();
        }
    }

    @Override
    public void close() {
        duty.close();
    }
}
