package dev.bookend.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A run whose output nobody reads in time.
class UnreadOutputTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 20",
                "for i in $(seq 60); do dd bs=1000 count=1 of=/dev/null status=none; sleep 0.3;"
                        + " done"
            })
    void endsSoonAfterItsPodsWhetherItsReaderIsAsleepOrSlow(String reader) throws Exception {
        try (var run = chatty(40_000, "{ %s; echo reader ended >&2; }".formatted(reader))) {
            run.awaitError("ended");
            assertThat(run.err()).hasSize(2).element(0).asString().contains("in the log files");
            assertThat(run.err()).last().isEqualTo("run ended with 0");
        }
    }

    /// Much to read is no reason to leave something out, as long as it is read.
    @Test
    void aReaderThatKeepsUpGetsEveryLine() throws Exception {
        try (var run = chatty(400_000, "grep -c 0123456789 >&2")) {
            run.awaitError("400000");
            assertThat(run.err()).containsExactlyInAnyOrder("run ended with 0", "400000");
        }
    }

    private ChildRun chatty(int lines, String reader) throws IOException {
        var pod =
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: chatty}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: app
                    command: [sh, -c, "yes 0123456789012345678901234567890123456789 | head -n %d"]
                """
                        .formatted(lines);
        var file = Files.writeString(directory.resolve("pod.yaml"), pod).toString();
        var inner =
                ChildRun.command(
                        RunPlace.in(directory).state(), "run", file, "--isolation", "none");
        var piped = "{ \"$@\"; echo run ended with $? >&2; } | " + reader;
        return ChildRun.startBelow(List.of("sh", "-c", piped, "sh"), inner);
    }
}
