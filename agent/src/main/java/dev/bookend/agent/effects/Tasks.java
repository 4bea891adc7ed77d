package dev.bookend.agent.effects;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/// The threads on which a pod's effects wait for the world.
public final class Tasks implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// A task that an interrupt may end.
    public interface Task {
        void run() throws InterruptedException;
    }

    Future<?> start(Task task) {
        return threads.submit(() -> endIfInterrupted(task));
    }

    /// Starts a task for whose end nobody waits. Who calls may not know yet that the pod is over:
    /// then nothing is left to do.
    public void send(Task task) {
        try {
            threads.execute(() -> endIfInterrupted(task));
        } catch (RejectedExecutionException _) {
            // The pod is over.
        }
    }

    private static void endIfInterrupted(Task task) {
        try {
            task.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lets what was begun come to its end, within a limit.
    public void finish(Duration limit) throws InterruptedException {
        threads.shutdown();
        threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Interrupts whatever still runs, and waits for nobody.
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
