package dev.bookend.runtime.process.wire;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Ends a wait on a channel that takes too long, by closing the channel.
///
/// An alarm that is taken back stays in line until its time: so the next one is seldom the first in
/// line, and need not wake the thread.
public final class Watchdog implements AutoCloseable {
    private final ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("bookend-watchdog").factory());

    Future<?> closeAfter(Duration limit, Closeable channel) {
        return after(limit, () -> close(channel));
    }

    public Future<?> after(Duration limit, Runnable alarm) {
        return clock.schedule(alarm, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void close(Closeable channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
