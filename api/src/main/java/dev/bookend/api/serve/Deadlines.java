package dev.bookend.api.serve;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Closes connections that take too long, so that no client can hold a thread for ever.
final class Deadlines implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("api-deadlines").factory());

    /// A limit that was kept is forgotten at once, or those of an hour would pile up.
    Deadlines() {
        timer.setRemoveOnCancelPolicy(true);
    }

    /// A limit that is under way. Used by one thread.
    final class Running implements AutoCloseable {
        private final Closeable connection;
        private Future<?> task;

        private Running(Duration limit, Closeable connection) {
            this.connection = connection;
            task = schedule(limit, connection);
        }

        /// Begins anew with another limit.
        void renew(Duration limit) {
            task.cancel(false);
            task = schedule(limit, connection);
        }

        @Override
        public void close() {
            task.cancel(false);
        }
    }

    /// Closes the connection after the limit, unless the answer is closed before.
    Running start(Duration limit, Closeable connection) {
        return new Running(limit, connection);
    }

    private Future<?> schedule(Duration limit, Closeable connection) {
        try {
            return timer.schedule(
                    () -> closeQuietly(connection), limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException _) {
            // The server closes, and this connection with it.
            closeQuietly(connection);
            return CompletableFuture.completedFuture("closed");
        }
    }

    private static void closeQuietly(Closeable connection) {
        try {
            connection.close();
        } catch (IOException _) {
            // It is gone, which is all that was wanted.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
