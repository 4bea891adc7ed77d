package dev.bookend.runtime.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// The small native process that forks shims, because a JVM forks slowly. It ends with the agent;
/// its shims live on.
final class Spawner implements AutoCloseable {
    private final Process process;
    private final OutputStream requests;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicLong lastId = new AtomicLong();
    private final Map<String, CompletableFuture<Map<String, String>>> open =
            new ConcurrentHashMap<>();

    private Spawner(Process process) {
        this.process = process;
        this.requests = process.getOutputStream();
    }

    static Spawner start(Path program) throws IOException {
        var builder = new ProcessBuilder(program.toString(), "spawner");
        builder.environment().clear();
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        var spawner = new Spawner(builder.start());
        Thread.ofPlatform().daemon().name("bookend-spawner").start(spawner::readAnswers);
        return spawner;
    }

    /// Sends a request about a path; the answer may come after that of a later request.
    private CompletableFuture<Map<String, String>> request(FrameType type, Path path) {
        var id = Long.toString(lastId.incrementAndGet());
        var answer = new CompletableFuture<Map<String, String>>();
        open.put(id, answer);
        try {
            write(new Frame(type, Fields.of("id", id).with("path", path).payload()).encode());
        } catch (IOException e) {
            fail(e);
        }
        if (!process.isAlive()) fail(gone());
        return answer;
    }

    /// What cannot be removed now goes with the whole pod.
    void removeLater(Path path) {
        var _ = request(FrameType.REMOVE, path);
    }

    void ask(FrameType type, Path path, Duration limit) throws IOException {
        try {
            request(type, path).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        } catch (TimeoutException e) {
            throw new IOException("no answer to %s %s in %s".formatted(type, path, limit), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        writing.lock();
        try {
            var copy = new byte[bytes.remaining()];
            bytes.get(copy);
            requests.write(copy);
            requests.flush();
        } finally {
            writing.unlock();
        }
    }

    private void readAnswers() {
        try (var answers = Channels.newChannel(process.getInputStream())) {
            readAnswers(answers);
        } catch (IOException _) {
            fail(gone());
        }
    }

    private void readAnswers(ReadableByteChannel answers) throws IOException {
        while (true) {
            var frame = Frame.read(answers);
            var fields = frame.fields();
            var waiting = open.remove(fields.getOrDefault("id", ""));
            if (waiting == null) continue;
            if (frame.type() == FrameType.DONE) waiting.complete(fields);
            else waiting.completeExceptionally(new Refused(fields));
        }
    }

    private static IOException gone() {
        return new IOException("the spawner process has ended; start Bookend again");
    }

    private void fail(IOException cause) {
        open.values().forEach(answer -> answer.completeExceptionally(cause));
        open.clear();
    }

    /// Shims are no children of the agent, so the end of the spawner is not theirs.
    @Override
    public void close() {
        try {
            requests.close();
        } catch (IOException _) {
            process.destroy();
        }
    }
}
