package dev.bookend.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

class FollowedRunsTest {
    private static final PodName POD = new PodName("default", "web");
    private static final ContainerName APP = new ContainerName("app");

    @TempDir Path directory;
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Test
    void linesArriveAsTheyAreWritten() throws Exception {
        try (var watch = DirectoryWatch.open();
                var follower = new LogFollower(watch, line -> seen.add(line.text()))) {
            var log = write("1.log", "one");
            follower.follow(POD, APP, log, false);
            awaitSeen("one");
            write("1.log", "two");
            awaitSeen("one", "two");
        }
    }

    @Test
    void withoutAWatchOfTheKernelTheFilesAreLookedAtFromTimeToTime() throws Exception {
        var watch = DirectoryWatch.open();
        watch.close();
        try (var follower = new LogFollower(watch, line -> seen.add(line.text()))) {
            var log = write("1.log", "one");
            follower.follow(POD, APP, log, false);
            awaitSeen("one");
            write("1.log", "two");
            awaitSeen("one", "two");
        }
    }

    @Test
    void manyRunsOfAContainerKeepNoFilesOpen() throws Exception {
        var before = openFiles();
        try (var watch = DirectoryWatch.open();
                var follower = new LogFollower(watch, line -> seen.add(line.text()))) {
            for (var run = 0; run < 300; run++) {
                follower.follow(POD, APP, write(run + ".log", "run " + run), false);
            }
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> seen.size() == 300);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> openFiles() < before + 99);
        }
        assertThat(seen).doesNotHaveDuplicates();
    }

    private void awaitSeen(String... lines) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(seen).containsExactly(lines));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(
                directory.resolve(name),
                "2026-01-01T00:00:00.000000000Z stdout F " + text + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static long openFiles() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
