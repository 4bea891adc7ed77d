package dev.bookend.manifest.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A pipe that a shell hands over by its number, as in `check <(helm template …)`.
///
/// Nobody knows when its writer will be done, so there is a limit to the wait for it.
final class HandedPipe {
    static final Duration LIMIT = Duration.ofMinutes(1);

    private HandedPipe() {}

    static boolean is(Path file) {
        return file.startsWith("/dev/fd")
                || file.startsWith("/proc/self/fd")
                || file.equals(Path.of("/dev/stdin"));
    }

    /// All that the pipe has to say, if it is done within the limit.
    static InputStream read(Path file, Duration limit) throws IOException {
        var text = new CompletableFuture<byte[]>();
        Thread.ofPlatform().daemon().name("pipe").start(() -> read(file, text));
        try {
            return new ByteArrayInputStream(text.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            throw new IOException("it did not end within %d s".formatted(limit.toSeconds()));
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof IOException broken
                    ? broken
                    : new IOException(failure.getCause());
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", interrupt);
        }
    }

    private static void read(Path file, CompletableFuture<byte[]> text) {
        try (var stream = Files.newInputStream(file)) {
            text.complete(stream.readNBytes(Limits.MOST_BYTES + 1));
        } catch (IOException | RuntimeException | Error failure) {
            text.completeExceptionally(failure);
        }
    }
}
