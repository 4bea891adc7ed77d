package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.ManifestSource;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Every example comes up and goes down in its order. They mostly wait, so several run at once.
@Execution(ExecutionMode.CONCURRENT)
class ExamplesRunTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Pattern PORT = Pattern.compile("\\b18[01]\\d\\d\\b");

    @TempDir Path directory;

    static Stream<Path> examples() throws IOException {
        try (var files = Files.list(EXAMPLES)) {
            return files.filter(it -> it.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    /// Shows LAUNCH-2 and EXIT-1.
    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleRunsInOrder(Path given) throws Exception {
        var example = withFreePorts(given);
        var plan = plan(example);
        try (var run = ChildRun.start(directory, "run", "-o", "json", example.toString())) {
            for (var container : plan.containers().values()) {
                run.awaitLine(name(container), "\"%s\"".formatted(lastLaunchWord(container)));
            }
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            var words = run.out().stream().map(ExamplesRunTest::word).toList();
            assertThat(words.getLast()).isIn("PodStopped", "PodSucceeded");
            assertLaunchOrder(plan, words);
            assertExitOrder(plan, words);
        }
    }

    /// Somebody may just be trying the example itself.
    private Path withFreePorts(Path example) throws IOException {
        var taken = new HashMap<String, String>();
        var text =
                PORT.matcher(Files.readString(example))
                        .replaceAll(it -> taken.computeIfAbsent(it.group(), _ -> freePort()));
        return Files.writeString(directory.resolve("example.yaml"), text);
    }

    private static String freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(socket.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PodPlan plan(Path example) {
        var file = ManifestReader.read(ManifestSource.of(example));
        return new ManifestJudge(Home.EMBEDDED, Set.of()).judge(file).pods().getFirst().plan();
    }

    private static String name(ContainerPlan container) {
        return "\"container\":\"%s\"".formatted(container.name());
    }

    private static String lastLaunchWord(ContainerPlan container) {
        return container.kind() == ContainerKind.INIT ? "Exited" : "Ready";
    }

    private static void assertLaunchOrder(PodPlan plan, List<String> words) {
        for (var container : plan.containers().values()) {
            for (var gate : container.gates()) {
                var before = lastLaunchWord(plan.container(gate.of()));
                assertThat(words)
                        .containsSubsequence(
                                before + " " + gate.of(), "Started " + container.name());
            }
        }
    }

    private static void assertExitOrder(PodPlan plan, List<String> words) {
        for (var container : plan.containers().values()) {
            for (var before : container.exitAfter()) {
                if (words.contains("Killing " + container.name())) {
                    assertThat(words)
                            .containsSubsequence("Exited " + before, "Killing " + container.name());
                }
            }
        }
    }

    private static String word(String line) {
        var json = ((JsonRead.Value) JsonRead.of(line)).json();
        return json.text("reason").orElseThrow()
                + json.text("container").map(" "::concat).orElse("");
    }
}
