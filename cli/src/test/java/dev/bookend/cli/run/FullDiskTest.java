package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.RunPlace;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.runtime.SmallDisk;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Pods whose state lies on a disk that fills up, or cannot be written at all.
class FullDiskTest {
    @TempDir Path directory;

    @Test
    void startsAreRefusedStopsGoOnAndNoExitCodeIsLost() throws Exception {
        var place = new RunPlace(directory, directory.resolve("disk/state"));
        var end = directory.resolve("end");
        var app =
                "\"trap 'exit 0' TERM; while [ ! -e %s ]; do sleep 0.05; done; exit 7\""
                        .formatted(end);
        try (var disk = SmallDisk.mount(directory.resolve("disk"), "size=4m");
                var run =
                        place.run(
                                RunPlace.WEB.replaceFirst(
                                        "(name: app, command: \\[sh, -c, )\".*\"\\]",
                                        "$1" + app.replace("\\", "\\\\") + "]"),
                                "--isolation",
                                "none",
                                "-o",
                                "json")) {
            run.awaitLine("\"app\"", "\"Ready\"");
            disk.fill();
            Files.createFile(end);
            run.awaitLine("\"app\"", "\"exitCode\":7");
            run.awaitLine("\"app\"", "\"Warning\"", "the disk of", "is full");
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run))
                    .containsSubsequence(
                            "Exited app", "Failed app", "Killing proxy", "Exited proxy");
            assertThat(Files.readString(place.journal("web")))
                    .contains("exited app#1 7 Error", "exited proxy#1");
        }
    }

    /// Shows EXIT-1.
    @Test
    void aContainerThatFillsTheDiskWithItsOutputIsEndedInOrderLikeAnyOther() throws Exception {
        var place = new RunPlace(directory, directory.resolve("disk/state"));
        var flood = "\"trap 'exit 5' TERM; while :; do seq 20000; done\"";
        try (var disk = SmallDisk.mount(directory.resolve("disk"), "size=3m");
                var run =
                        place.run(
                                RunPlace.WEB.replaceFirst(
                                        "(name: app, command: \\[sh, -c, )\".*\"\\]",
                                        "$1" + flood + "]"),
                                "--isolation",
                                "none",
                                "-o",
                                "json")) {
            run.awaitLine("\"app\"", "\"Ready\"");
            awaitFull(disk);
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run))
                    .containsSubsequence("Exited app", "Killing proxy", "Exited proxy");
            assertThat(run.toString()).contains("\"exitCode\":5");
        }
    }

    @Test
    void aStateDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        var place = new RunPlace(directory, directory.resolve("disk/state"));
        try (var disk = SmallDisk.mount(directory.resolve("disk"), "size=3m")) {
            disk.remount("ro");
            try (var run = place.run(RunPlace.WEB)) {
                assertThat(run.await()).isEqualTo(ExitCode.UNABLE.number());
                assertThat(run.err())
                        .singleElement()
                        .asString()
                        .contains("bookend run: the state directory", "--state");
            }
        }
    }

    /// Shows EXIT-1.
    @Test
    void aDiskThatCannotBeWrittenAnyMoreStillLetsPodsEndInOrder() throws Exception {
        var place = new RunPlace(directory, directory.resolve("disk/state"));
        try (var disk = SmallDisk.mount(directory.resolve("disk"), "size=3m");
                var run = place.run(RunPlace.WEB, "--isolation", "none", "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"");
            disk.fill();
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run))
                    .containsSubsequence(
                            "Killing app", "Exited app", "Killing proxy", "Exited proxy");
        }
        try (var disk = SmallDisk.mount(directory.resolve("disk"), "size=3m")) {
            Files.createDirectories(place.state());
            disk.fill();
            try (var run = place.run(RunPlace.WEB)) {
                assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.UNABLE.number());
                assertThat(run.toString()).contains("No space left on device");
            }
        }
    }

    @Test
    void aPodForWhichThereIsNoRoomIsRefusedInPlainWords() throws Exception {
        var place = new RunPlace(directory, directory.resolve("disk/state"));
        var other = RunPlace.WEB.replace("name: web", "name: late");
        try (var disk = SmallDisk.mount(directory.resolve("disk"), "size=3m");
                var run = place.run(RunPlace.WEB, "--isolation", "none", "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"");
            disk.fill();
            try (var late = place.run(other, "--isolation", "none")) {
                assertThat(late.await()).as(late::toString).isEqualTo(ExitCode.UNABLE.number());
                assertThat(late.toString())
                        .contains("pod default/late: its directory cannot be used: No space left")
                        .contains("make room on its disk, and try again")
                        .doesNotContain("Exception");
            }
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
        }
    }

    private static void awaitFull(SmallDisk disk) {
        Awaitility.await("a full disk")
                .atMost(Duration.ofSeconds(90))
                .until(() -> Files.getFileStore(disk.directory()).getUsableSpace() < 4096);
    }
}
