package dev.bookend.runtime.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/// Forks shims by a small native process, because a JVM forks slowly. That process ends with the
/// agent, and its shims live on; when somebody kills it, another one takes its place.
final class Spawner implements AutoCloseable {
    private final Path program;
    private final ReentrantLock replacing = new ReentrantLock();
    private SpawnerProcess process;

    private Spawner(Path program, SpawnerProcess process) {
        this.program = program;
        this.process = process;
    }

    static Spawner start(Path program) throws IOException {
        return new Spawner(program, SpawnerProcess.start(program));
    }

    private SpawnerProcess living() throws IOException {
        replacing.lock();
        try {
            if (!process.isAlive()) process = SpawnerProcess.start(program);
            return process;
        } finally {
            replacing.unlock();
        }
    }

    /// What cannot be removed now goes with the whole pod.
    void removeLater(Path path) {
        try {
            var _ = living().request(FrameType.REMOVE, path);
        } catch (IOException _) {
            // It is out of sight already.
        }
    }

    /// Waits for the answer. Every request may be repeated, so a process that ends meanwhile costs
    /// a second try.
    void ask(FrameType type, Path path, Duration limit) throws IOException {
        var asked = living();
        try {
            ask(asked, type, path, limit);
        } catch (Refused refused) {
            throw refused;
        } catch (IOException e) {
            if (!asked.hasEnded()) throw e;
            ask(living(), type, path, limit);
        }
    }

    private static void ask(SpawnerProcess asked, FrameType type, Path path, Duration limit)
            throws IOException {
        try {
            asked.request(type, path).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        } catch (TimeoutException e) {
            throw new IOException("no answer to %s %s in %s".formatted(type, path, limit), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        replacing.lock();
        try {
            process.close();
        } finally {
            replacing.unlock();
        }
    }
}
