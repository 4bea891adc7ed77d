package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.cli.syntax.ExitCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A `bookend run` that has no memory left ends at once and takes no container with it.
@Tag("slow")
class NoMemoryTest {
    private static final String FLAG = "-XX:+ExitOnOutOfMemoryError";

    @TempDir Path directory;

    /// Shows SAFE-4.
    @Test
    void containersOutliveARunWithoutMemoryAndTheNextOneAdoptsThem() throws Exception {
        assertThat(Files.readString(Path.of("../bookend"))).contains(FLAG);
        objects(1);
        try (var run = start("-Xmx24m", FLAG)) {
            run.awaitLine("\"app\"", "\"Ready\"");
            objects(200_000);
            assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.UNABLE.number());
            assertThat(run.toString()).contains("OutOfMemoryError").doesNotContain("Exited");
        }
        objects(1);
        try (var run = start("-Xmx128m", FLAG)) {
            run.awaitError("default/web", "adopted").signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run))
                    .doesNotContain("Started app", "Started proxy")
                    .containsSubsequence(
                            "Killing app", "Exited app", "Killing proxy", "Exited proxy");
            assertThat(run.toString()).doesNotContain("ShimLost");
        }
    }

    private ChildRun start(String... java) throws IOException {
        var pod = Files.writeString(directory.resolve("pod.yaml"), RunPlace.WEB).toString();
        var map = directory.resolve("map.yaml").toString();
        var state = directory.resolve("state");
        var command =
                new ArrayList<>(
                        ChildRun.command(
                                state, "run", pod, map, "--isolation", "none", "-o", "json"));
        command.remove("-Xmx128m");
        command.addAll(command.indexOf("-cp"), List.of(java));
        return ChildRun.startBelow(List.of(), command);
    }

    /// A ConfigMap of so many entries, which a run reads whenever it changes.
    private void objects(int entries) throws IOException {
        var data =
                IntStream.range(0, entries)
                        .mapToObj("  k%d: v\n"::formatted)
                        .collect(Collectors.joining());
        var text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map}\ndata:\n" + data;
        var fresh = Files.writeString(directory.resolve("map.new"), text);
        Files.move(fresh, directory.resolve("map.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }
}
