package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.RunPlace;
import dev.bookend.runtime.SmallDisk;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A `bookend run` whose user may have no further process (`ulimit -u`). Root has no such limit:
/// [OrdinaryUserTest] runs this as an ordinary user.
class FewProcessesTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "none"})
    void withoutFurtherProcessesStartsFailAndStopsGoOn(String isolation) throws Exception {
        assumeFalse(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "not as root");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "needs prlimit");
        var place = RunPlace.in(directory);
        try (var run = place.run(pod(), "--isolation", isolation, "-o", "json")) {
            run.awaitLine("\"app\"", "\"Started\"");
            limit(run.pid());
            run.awaitLine("\"app\"", "\"exitCode\":7");
            run.awaitLine("\"app\"", "\"Failed\"", "no further process can be made", "ulimit -u");
            try (var delete = place.delete("web", "--isolation", isolation)) {
                assertThat(delete.await()).as(run + "\n" + delete).isZero();
            }
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run))
                    .containsSubsequence(
                            "Exited app", "Failed app", "Killing proxy", "Exited proxy")
                    .last()
                    .isEqualTo("PodStopped");
        }
    }

    /// An app that ends again and again.
    private static String pod() {
        return RunPlace.WEB.replaceFirst(
                "(name: app, command: \\[sh, -c, )\".*\"", "$1\"sleep 3; exit 7\"");
    }

    /// Takes further processes from Bookend and from what it forks containers with; containers that
    /// run keep their own.
    private static void limit(long pid) throws Exception {
        var children = ProcessHandle.of(pid).orElseThrow().children().map(ProcessHandle::pid);
        var all = Stream.concat(Stream.of(pid), children).toList();
        assertThat(all).hasSizeGreaterThan(1);
        for (var each : all) {
            assertThat(SmallDisk.call("prlimit", "--pid=" + each, "--nproc=1:1")).isZero();
        }
    }
}
