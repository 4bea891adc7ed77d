package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.RunPlace;
import dev.bookend.runtime.SmallDisk;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/// Containers that nobody can find any more, because somebody has removed the state directory.
@Tag("slow")
class VanishedStateTest {
    private static final Path RUNTIME = Path.of("/run/bookend");

    @TempDir Path directory;

    @Test
    void containersWithoutAnAgentAndWithoutARecordEndThemselves() throws Exception {
        var place = RunPlace.in(directory);
        var sharedBefore = shared();
        var pid = directory.resolve("pid");
        var pod =
                RunPlace.WEB.replaceFirst("echo up;", "echo \\$\\$\\$\\$ > " + pid + "; echo up;");
        try (var run = place.run(pod, "--isolation", "none")) {
            run.awaitLine("app", "| up").crash();
        }
        var app = ProcessHandle.of(number(pid)).orElseThrow();
        assertThat(app.isAlive()).as("it outlives its bookend").isTrue();
        assertThat(SmallDisk.call("rm", "-rf", place.state().toString())).isZero();
        Awaitility.await("the end of process " + app.pid())
                .atMost(Duration.ofMinutes(4))
                .until(() -> !app.isAlive());
        removeAllBut(sharedBefore);
    }

    /// What the containers of pods share in memory, which lies apart from the state. Nobody knows
    /// any more whose it was.
    private static Set<Path> shared() throws IOException {
        if (Files.notExists(RUNTIME)) {
            return Set.of();
        }
        try (var all = Files.list(RUNTIME)) {
            return all.filter(it -> it.toString().endsWith(".shm")).collect(Collectors.toSet());
        }
    }

    private static void removeAllBut(Set<Path> before) throws Exception {
        for (var each : shared()) {
            if (!before.contains(each)) {
                assertThat(SmallDisk.call("rm", "-rf", each.toString())).isZero();
            }
        }
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }
}
