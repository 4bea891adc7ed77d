package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A run whose output nobody reads in time.
class UnreadOutputTest {
    private static final String CHATTY =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: chatty}
            spec:
              restartPolicy: Never
              containers:
              - name: app
                command: [sh, -c, "yes 0123456789012345678901234567890123456789 | head -n 40000"]
            """;

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 20",
                "for i in $(seq 60); do dd bs=1000 count=1 of=/dev/null status=none; sleep 0.3;"
                        + " done"
            })
    void endsSoonAfterItsPodsWhetherItsReaderIsAsleepOrSlow(String reader) throws Exception {
        var file = Files.writeString(directory.resolve("pod.yaml"), CHATTY).toString();
        var inner =
                ChildRun.command(
                        RunPlace.in(directory).state(), "run", file, "--isolation", "none");
        var unread =
                "{ \"$@\"; echo run ended with $? >&2; } | { %s; echo reader ended >&2; }"
                        .formatted(reader);
        try (var run = ChildRun.startBelow(List.of("sh", "-c", unread, "sh"), inner)) {
            run.awaitError("ended");
            assertThat(run.err()).containsExactly("run ended with 0");
        }
    }
}
