package dev.bookend.agent.log;

import dev.bookend.agent.log.LogLine.Entry;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/// A container's log as far as it has been read, through all files that it comes in.
final class LogFile implements AutoCloseable {
    private static final int LONGEST_LINE = 64 * 1024;

    private final PodName pod;
    private final ContainerName container;
    private volatile boolean retired;
    private final LogWalk walk;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder[] parts = {new StringBuilder(), new StringBuilder()};

    private LogFile(PodName pod, ContainerName container, LogWalk walk) {
        this.pod = pod;
        this.container = container;
        this.walk = walk;
    }

    /// Whether this is the file of another run of the same container.
    boolean follows(LogFile other) {
        return pod.equals(other.pod) && container.equals(other.container);
    }

    /// Nothing more will be written: the next reading is the last one. Any thread may say so.
    void retire() {
        retired = true;
    }

    boolean isRetired() {
        return retired;
    }

    /// A log from the oldest line that is left.
    static LogFile whole(PodName pod, ContainerName container, Path path) throws IOException {
        var files = new LogFiles(path);
        return new LogFile(pod, container, new LogWalk(files, files.oldest()));
    }

    /// What a log says from now on.
    static LogFile news(PodName pod, ContainerName container, Path path) throws IOException {
        var files = new LogFiles(path);
        var newest = files.newest();
        newest.file().seek(newest.file().length());
        return new LogFile(pod, container, new LogWalk(files, newest));
    }

    /// Hands on all whole lines that are there by now.
    void read(Consumer<LogLine> lines) throws IOException {
        walk.read(
                (bytes, count) -> {
                    for (var i = 0; i < count; i++) {
                        take(bytes[i], lines);
                    }
                    return true;
                });
    }

    private void take(byte next, Consumer<LogLine> lines) {
        if (next != '\n') {
            // No line of a shim's is longer: what follows is no log, and not worth its memory.
            if (line.size() < LONGEST_LINE) {
                line.write(next);
            }
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
        walk.close();
    }
}
