package dev.bookend.runtime.process.wire;

import dev.bookend.runtime.process.rights.UserMap;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Forks shims by a small native process, because a JVM forks slowly. That process ends with the
/// agent, and its shims live on; when somebody kills it, another one takes its place.
public final class Spawner implements AutoCloseable {
    private final Path program;
    private final ReentrantLock replacing = new ReentrantLock();
    private SpawnerProcess process;
    private Optional<UserMap> map = Optional.empty();

    private Spawner(Path program, SpawnerProcess process) {
        this.program = program;
        this.process = process;
    }

    public static Spawner start(Path program) throws IOException {
        return new Spawner(program, SpawnerProcess.start(program));
    }

    private SpawnerProcess living() throws IOException {
        replacing.lock();
        try {
            if (!process.isAlive()) process = restarted();
            return process;
        } finally {
            replacing.unlock();
        }
    }

    /// What it is asked first is done first.
    private SpawnerProcess restarted() throws IOException {
        var fresh = SpawnerProcess.start(program);
        if (map.isPresent()) {
            var _ = fresh.request(FrameType.MAP, fields(map.get()));
        }
        return fresh;
    }

    private static Fields fields(UserMap map) {
        return Fields.of("users", map.users()).with("groups", map.groups());
    }

    /// Lets all containers from now on have these users.
    public void map(UserMap users, Duration limit) throws IOException {
        ask(living(), FrameType.MAP, fields(users), limit);
        replacing.lock();
        try {
            map = Optional.of(users);
        } finally {
            replacing.unlock();
        }
    }

    /// What cannot be removed now goes with the whole pod.
    public void removeLater(Path path) {
        try {
            var _ = living().request(FrameType.REMOVE, Fields.of("path", path));
        } catch (IOException _) {
            // It is out of sight already.
        }
    }

    /// Waits for the answer. Every request may be repeated, so a process that ends meanwhile costs
    /// a second try.
    public void ask(FrameType type, Path path, Duration limit) throws IOException {
        ask(type, () -> Fields.of("path", path), limit);
    }

    /// The same for a request that must not be repeated: it may have been carried out in part.
    public void ask(FrameType type, Fields fields, Duration limit) throws IOException {
        ask(living(), type, fields, limit);
    }

    private void ask(FrameType type, Supplier<Fields> fields, Duration limit) throws IOException {
        var asked = living();
        try {
            ask(asked, type, fields.get(), limit);
        } catch (Refused refused) {
            throw refused;
        } catch (IOException e) {
            if (!asked.hasEnded()) throw e;
            ask(living(), type, fields.get(), limit);
        }
    }

    private static void ask(SpawnerProcess asked, FrameType type, Fields fields, Duration limit)
            throws IOException {
        try {
            asked.request(type, fields).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        } catch (TimeoutException e) {
            throw new IOException("no answer to %s in %s".formatted(type, limit), e);
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
