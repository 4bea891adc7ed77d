package dev.bookend.agent.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Logs that are rotated while somebody reads them.
class LogFollowerTest {
    private static final PodName POD = new PodName("default", "web");
    private static final ContainerName APP = new ContainerName("app");

    @TempDir Path directory;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicInteger heldBack = new AtomicInteger();

    @Test
    void noLineIsLostWhenFilesAreRotated() throws Exception {
        var log = Files.createFile(directory.resolve("1.log"));
        try (var watch = DirectoryWatch.open();
                var follower = new LogFollower(watch, line -> lines.add(line.text()))) {
            follower.follow(POD, APP, log, false);
            for (var i = 0; i < 300; i++) {
                write(log, i);
                if (i % 10 == 9) {
                    awaitLines(i - 9);
                    rotate(log);
                }
            }
            awaitLines(300);
        }
        assertThat(lines).containsExactlyElementsOf(numbers(0, 300));
    }

    @Test
    void olderFilesAreReadFirst() throws Exception {
        var log = Files.createFile(directory.resolve("1.log"));
        for (var i = 0; i < 3; i++) {
            write(log, i);
            rotate(log);
        }
        write(log, 3);
        try (var file = LogFile.whole(POD, APP, log)) {
            file.read(line -> lines.add(line.text()));
        }
        assertThat(lines).containsExactlyElementsOf(numbers(0, 4));
    }

    @Test
    void readerThatIsTooSlowGoesOnWithWhatIsLeft() throws Exception {
        var log = Files.createFile(directory.resolve("1.log"));
        write(log, 0);
        try (var file = LogFile.whole(POD, APP, log)) {
            for (var i = 1; i < 10; i++) {
                rotate(log);
                write(log, i);
            }
            file.read(line -> lines.add(line.text()));
        }
        assertThat(lines).containsExactly("0", "5", "6", "7", "8", "9");
    }

    @Test
    void lineInPartsIsWholeAcrossFiles() throws Exception {
        var log = Files.createFile(directory.resolve("1.log"));
        Files.writeString(log, "2026-01-01T00:00:00Z stdout P one \n");
        rotate(log);
        Files.writeString(log, "2026-01-01T00:00:00Z stdout F line\n");
        try (var file = LogFile.whole(POD, APP, log)) {
            file.read(line -> lines.add(line.text()));
        }
        assertThat(lines).containsExactly("one line");
    }

    @Test
    void aConsumerThatHoldsBackLinesCanStillFollowAnotherFile() throws Exception {
        var first = Files.createFile(directory.resolve("1.log"));
        write(first, 0);
        var second = Files.createDirectory(directory.resolve("second")).resolve("1.log");
        write(Files.createFile(second), 1);
        var followed = new CountDownLatch(1);
        try (var watch = DirectoryWatch.open();
                var follower = new LogFollower(watch, line -> addAfter(followed, line.text()))) {
            follower.follow(POD, APP, first, false);
            Awaitility.await().until(() -> heldBack.get() > 0);
            assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> follower.follow(POD, new ContainerName("other"), second, false));
            followed.countDown();
            awaitLines(2);
        }
        assertThat(lines).containsExactlyInAnyOrder("0", "1");
    }

    private void addAfter(CountDownLatch event, String line) {
        heldBack.incrementAndGet();
        try {
            if (event.await(120, TimeUnit.SECONDS)) {
                lines.add(line);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitLines(int count) {
        Awaitility.await("%d lines".formatted(count))
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> lines.size() >= count);
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(String::valueOf).toList();
    }

    private static void write(Path log, int number) throws IOException {
        Files.writeString(
                log,
                "2026-01-01T00:00:00Z stdout F %d\n".formatted(number),
                StandardOpenOption.APPEND);
    }

    /// As the shim does it.
    private static void rotate(Path log) throws IOException {
        for (var i = 3; i > 0; i--) {
            var from = log.resolveSibling("1.log." + i);
            if (Files.exists(from)) {
                Files.move(
                        from,
                        log.resolveSibling("1.log." + (i + 1)),
                        StandardCopyOption.ATOMIC_MOVE);
            }
        }
        var fresh = Files.createFile(log.resolveSibling("1.log.new"));
        Files.createLink(log.resolveSibling("1.log.1"), log);
        Files.move(fresh, log, StandardCopyOption.ATOMIC_MOVE);
    }
}
