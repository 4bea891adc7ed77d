package dev.bookend.agent;

import dev.bookend.agent.LogLine.Entry;
import dev.bookend.lifecycle.ContainerName;
import dev.bookend.lifecycle.PodName;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/// A container's log file as far as it has been read.
final class LogFile implements AutoCloseable {
    private static final int CHUNK = 16 * 1024;
    private static final int LONGEST_LINE = 64 * 1024;

    private final PodName pod;
    private final ContainerName container;
    private final RandomAccessFile file;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder[] parts = {new StringBuilder(), new StringBuilder()};

    LogFile(PodName pod, ContainerName container, Path path) throws IOException {
        this.pod = pod;
        this.container = container;
        file = new RandomAccessFile(path.toFile(), "r");
    }

    void skipToEnd() throws IOException {
        file.seek(file.length());
    }

    /// Hands on all whole lines that are there by now.
    void read(Consumer<LogLine> lines) throws IOException {
        var bytes = new byte[CHUNK];
        for (var count = file.read(bytes); count > 0; count = file.read(bytes)) {
            for (var i = 0; i < count; i++) {
                take(bytes[i], lines);
            }
        }
    }

    private void take(byte next, Consumer<LogLine> lines) {
        if (next != '\n') {
            line.write(next);
            return;
        }
        var text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        Entry.read(text).ifPresent(entry -> take(entry, lines));
    }

    private void take(Entry entry, Consumer<LogLine> lines) {
        var part = parts[entry.error() ? 1 : 0].append(entry.text());
        if (entry.whole() || part.length() > LONGEST_LINE) {
            lines.accept(new LogLine(pod, container, entry.error(), part.toString()));
            part.setLength(0);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
