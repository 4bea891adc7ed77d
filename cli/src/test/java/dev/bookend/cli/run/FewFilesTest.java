package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A `bookend run` that may open only a few files: what cannot be started is said, and the rest
/// goes on and ends with its own exit codes.
@Tag("slow")
class FewFilesTest {
    private static final int CONTAINERS = 30;
    private static final int SPARE = 30;

    @TempDir Path directory;

    @Test
    void withoutFurtherFilesStartsFailAndStopsGoOn() throws Exception {
        var limit = usedByOne() + SPARE;
        try (var run = start(limit, CONTAINERS)) {
            run.awaitLine("\"Failed\"", "no further file can be opened", "ulimit -n");
            run.awaitLine("\"Ready\"").signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(containers(run, "Started"))
                    .as(run::toString)
                    .isNotEmpty()
                    .hasSizeLessThan(CONTAINERS);
            assertThat(containers(run, "Exited"))
                    .as(run::toString)
                    .containsExactlyInAnyOrderElementsOf(containers(run, "Started"));
            assertThat(run.toString()).contains("PodStopped").doesNotContain("ShimLost");
        }
    }

    private int usedByOne() throws Exception {
        try (var run = start(4096, 1)) {
            run.awaitLine("\"Ready\"");
            var used = openFiles(run.pid());
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            return used;
        }
    }

    private static int openFiles(long pid) throws IOException {
        try (var files = Files.list(Path.of("/proc/%d/fd".formatted(pid)))) {
            return (int) files.count();
        }
    }

    private static List<String> containers(ChildRun run, String reason) {
        return run.out().stream()
                .map(RunPlace::object)
                .filter(it -> it.text("reason").filter(reason::equals).isPresent())
                .flatMap(it -> it.text("container").stream())
                .distinct()
                .toList();
    }

    private ChildRun start(int limit, int containers) throws IOException {
        var file = Files.writeString(directory.resolve("pod.yaml"), pod(containers));
        var state = directory.resolve("state");
        var inner = packed(ChildRun.command(state, "run", file.toString(), "-o", "json"));
        var outer = List.of("sh", "-c", "ulimit -n %d && exec \"$@\"".formatted(limit), "sh");
        return ChildRun.startBelow(outer, inner);
    }

    private static String pod(int containers) {
        var sleepers =
                IntStream.range(0, containers)
                        .mapToObj("{name: c%d, command: [sleep, '1000']}"::formatted)
                        .collect(Collectors.joining(", "));
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: many}
        spec:
          containers: [%s]
        """
                .formatted(sleepers);
    }

    /// A released Bookend lies in archives that are open for good; single class files would have to
    /// be opened when there is no room for that.
    private List<String> packed(List<String> command) {
        var packed = new ArrayList<>(command);
        var at = packed.indexOf("-cp") + 1;
        var parts = new ArrayList<String>();
        for (var part : packed.get(at).split(File.pathSeparator)) {
            parts.add(Files.isDirectory(Path.of(part)) ? archive(part, parts.size()) : part);
        }
        packed.set(at, String.join(File.pathSeparator, parts));
        return packed;
    }

    private String archive(String classes, int number) {
        var file = directory.resolve("classes%d.jar".formatted(number)).toString();
        var jar = ToolProvider.findFirst("jar").orElseThrow();
        assertThat(jar.run(System.out, System.err, "cf", file, "-C", classes, ".")).isZero();
        return file;
    }
}
