package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.log.LogFollower;
import dev.bookend.agent.log.LogLine;
import dev.bookend.cli.live.BegunPod;
import dev.bookend.lifecycle.value.Attempt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Which lines of a pod's containers are shown.
class OpenedLogsTest {
    @TempDir Path directory;

    private final List<String> shown = new CopyOnWriteArrayList<>();

    @Test
    void anAdoptedContainersLinesAreShownFromTheAdoptionOn() throws Exception {
        write("app", "before");
        write("late", "first");
        var plan = BegunPod.plan(List.of("app", "late"));
        var found = BegunPod.of(plan, List.of("app"));
        try (var watch = DirectoryWatch.open();
                var follower = new LogFollower(watch, this::show)) {
            var logs = OpenedLogs.of(plan.pod(), found, this::log, follower);
            write("app", "before anything was told");
            logs.align(BegunPod.of(plan, List.of("app", "late")));
            write("app", "after");
            assertThat(follower.finish()).isTrue();
        }
        assertThat(shown)
                .containsExactlyInAnyOrder(
                        "app: before anything was told", "app: after", "late: first");
    }

    private void show(LogLine line) {
        shown.add("%s: %s".formatted(line.container().text(), line.text()));
    }

    private Optional<Path> log(Attempt attempt) {
        return Optional.of(directory.resolve(attempt.container().text()));
    }

    private void write(String container, String text) throws IOException {
        Files.writeString(
                directory.resolve(container),
                "2026-01-01T00:00:00Z stdout F %s\n".formatted(text),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
