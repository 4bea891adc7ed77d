package dev.bookend.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/// A program that is run to its end, within its time.
///
/// @param aloud whether its lines are shown as they come
record Program(Duration patience, String input, boolean aloud) {
    private static final Duration SHORT = Duration.ofMinutes(3);
    private static final Path HERE = Path.of("").toAbsolutePath();

    /// What a program printed, and whether it went well.
    record Ran(int code, String text) {
        boolean well() {
            return code == 0;
        }

        Ran must() {
            if (!well()) {
                throw new IllegalStateException(text);
            }
            return this;
        }
    }

    static Program quiet() {
        return new Program(SHORT, "", false);
    }

    static Program aloud(Duration patience) {
        return new Program(patience, "", true);
    }

    static Program reading(String input) {
        return new Program(SHORT, input, false);
    }

    Ran run(String... command) {
        try {
            var process =
                    new ProcessBuilder(command)
                            .directory(HERE.toFile())
                            .redirectErrorStream(true)
                            .start();
            var text = new ConcurrentLinkedQueue<String>();
            var reader = Thread.startVirtualThread(() -> read(process, text));
            try (var in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            }
            if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                text.add("%s: no end after %s".formatted(command[0], patience));
                return new Ran(-1, String.join("\n", text));
            }
            reader.join(Duration.ofSeconds(5));
            return new Ran(process.exitValue(), String.join("\n", text));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException failed) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(failed);
        }
    }

    private void read(Process process, Queue<String> text) {
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                text.add(line);
                if (aloud) {
                    System.out.println(line);
                }
            }
        } catch (IOException broken) {
            text.add(String.valueOf(broken.getMessage()));
        }
    }
}
