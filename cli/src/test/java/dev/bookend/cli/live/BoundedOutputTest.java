package dev.bookend.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A run needs no more memory the more its containers print, read or not. Its heap is small here,
/// so that what it kept of 60 MB would end it. Shows SAFE-5.
@Tag("slow")
class BoundedOutputTest {
    private static final String MUCH = "head -c 60000000 /dev/zero | tr '\\0' x";

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"yes | head -c 60000000", MUCH, MUCH + " | fold -w 6000"})
    void whatIsReadAtOnceNeedsLittleRoom(String print) throws Exception {
        assertThat(printing(print, "cat")).doesNotContain("in the log files");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {MUCH, MUCH + " | fold -w 6000", "head -c 60000000 /dev/urandom; sleep 1"})
    void whatIsNotReadNeedsLittleRoom(String print) throws Exception {
        assertThat(printing(print, "{ sleep 10; cat; }")).contains("run ended with 0");
    }

    private String printing(String print, String reader) throws Exception {
        var script = Files.writeString(directory.resolve("print"), print);
        var pod =
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: chatty}
                spec:
                  restartPolicy: Never
                  containers: [{name: app, command: [sh, %s]}]
                """
                        .formatted(script);
        var file = Files.writeString(directory.resolve("pod.yaml"), pod).toString();
        var state = RunPlace.in(directory).state();
        var inner = new ArrayList<>(ChildRun.command(state, "run", file, "--isolation", "none"));
        inner.add(inner.indexOf("-cp"), "-Xmx24m");
        inner.add(inner.indexOf("-cp"), "-XX:+ExitOnOutOfMemoryError");
        var piped = "{ \"$@\"; echo run ended with $? >&2; } | " + reader + " > /dev/null";
        try (var run = ChildRun.startBelow(List.of("sh", "-c", piped, "sh"), inner)) {
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.err()).as(run::toString).contains("run ended with 0");
            return String.join("\n", run.err());
        }
    }
}
