package dev.bookend.runtime.process.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// One life of the native process that forks shims.
final class SpawnerProcess implements AutoCloseable {
    private final Process process;
    private final OutputStream requests;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicLong lastId = new AtomicLong();
    private final Map<String, CompletableFuture<Map<String, String>>> open =
            new ConcurrentHashMap<>();

    private SpawnerProcess(Process process) {
        this.process = process;
        this.requests = process.getOutputStream();
    }

    static SpawnerProcess start(Path program) throws IOException {
        var builder = new ProcessBuilder(program.toString(), "spawner");
        builder.environment().clear();
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        var spawner = new SpawnerProcess(builder.start());
        Thread.ofPlatform().daemon().name("bookend-spawner").start(spawner::readAnswers);
        return spawner;
    }

    /// Sends a request; the answer may come after that of a later request.
    CompletableFuture<Map<String, String>> request(FrameType type, Fields fields) {
        var id = Long.toString(lastId.incrementAndGet());
        var answer = new CompletableFuture<Map<String, String>>();
        open.put(id, answer);
        try {
            write(new Frame(type, fields.with("id", id).payload()).encode());
        } catch (IOException e) {
            fail(e);
        }
        if (!process.isAlive()) fail(gone());
        return answer;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Whether it is gone, or goes within a second: its streams end a little before it does.
    boolean hasEnded() {
        try {
            return process.waitFor(1, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
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
        } catch (IOException | RuntimeException _) {
            // A process that nobody hears is of no use; the next request starts another one.
            process.destroy();
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
        return new IOException("the spawner process has ended");
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
