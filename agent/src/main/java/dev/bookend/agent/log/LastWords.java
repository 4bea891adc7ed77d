package dev.bookend.agent.log;

import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.PodSandbox;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// What a container said about its end: its message, or with `FallbackToLogsOnError` the end of its
/// log.
public final class LastWords {
    private static final int MOST_BYTES = 2048;
    private static final int MOST_LINES = 80;
    private static final int WINDOW = 16 * 1024;

    private final PodManifest pod;
    private final PodSandbox sandbox;

    public LastWords(PodManifest pod, PodSandbox sandbox) {
        this.pod = pod;
        this.sandbox = sandbox;
    }

    public Found in(Found found) {
        return found instanceof Found.Ended(var attempt, var started, var exit, var at)
                ? new Found.Ended(attempt, started, in(attempt, exit), at)
                : found;
    }

    public Exit in(Attempt attempt, Exit exit) {
        return exit.message().isEmpty() && !exit.success() && fallsBack(attempt.container())
                ? sandbox.log(attempt).map(path -> exit.with(end(path))).orElse(exit)
                : exit;
    }

    private boolean fallsBack(ContainerName name) {
        return pod.allContainers()
                .filter(spec -> spec.name().equals(name.text()))
                .anyMatch(spec -> spec.terminationMessage().fallbackToLogs());
    }

    private static String end(Path log) {
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            var from = Math.max(0, file.length() - WINDOW);
            var bytes = new byte[WINDOW];
            file.seek(from);
            var count = Math.max(0, file.read(bytes));
            var lines = new String(bytes, 0, count, StandardCharsets.UTF_8).lines().toList();
            return bounded(from == 0 ? lines : lines.stream().skip(1).toList());
        } catch (IOException _) {
            return "";
        }
    }

    private static String bounded(List<String> lines) {
        var text =
                lines.stream()
                        .skip(Math.max(0, lines.size() - MOST_LINES))
                        .flatMap(line -> LogLine.Entry.read(line).stream())
                        .map(entry -> entry.text() + (entry.whole() ? "\n" : ""))
                        .collect(Collectors.joining());
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var from = Math.max(0, bytes.length - MOST_BYTES);
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }
}
