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

/// Containers that nobody can find any more, because somebody has removed the state directory.
@Tag("slow")
class VanishedStateTest {
    @TempDir Path directory;

    @Test
    void containersWithoutAnAgentAndWithoutARecordEndThemselves() throws Exception {
        var place = RunPlace.in(directory);
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
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }
}
