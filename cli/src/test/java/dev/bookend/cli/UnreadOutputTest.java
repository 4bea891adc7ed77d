package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A run whose output nobody reads.
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

    @Test
    void endsSoonAfterItsPodsWithoutAReader() throws Exception {
        var file = Files.writeString(directory.resolve("pod.yaml"), CHATTY).toString();
        var inner =
                ChildRun.command(
                        RunPlace.in(directory).state(), "run", file, "--isolation", "none");
        var unread =
                "{ \"$@\"; echo run ended with $? >&2; } | { sleep 20; echo sleep ended >&2; }";
        try (var run = ChildRun.startBelow(List.of("sh", "-c", unread, "sh"), inner)) {
            run.awaitError("ended");
            assertThat(run.err()).containsExactly("run ended with 0");
        }
    }
}
