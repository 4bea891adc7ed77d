package dev.bookend.runtime.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Ends a wait on a channel that takes too long, by closing the channel.
final class Watchdog implements AutoCloseable {
    private final ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("bookend-watchdog").factory());

    Watchdog() {
        clock.setRemoveOnCancelPolicy(true);
    }

    Future<?> closeAfter(Duration limit, Closeable channel) {
        return clock.schedule(() -> close(channel), limit.toMillis(), TimeUnit.MILLISECONDS);
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
