package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// Many pods in one agent. What they cost is measured by `bench/scale`, on a quiet machine.
@Tag("slow")
class ScaleTest {
    private static final int PODS = 20;
    private static final int MOST_THREADS = 40;

    @TempDir Path directory;

    /// Shows LAUNCH-2 and EXIT-1.
    @Test
    void manyPodsStartAndEndEachInItsOwnOrder() throws Exception {
        try (var run = RunPlace.in(directory).run(pods(), "-o", "json")) {
            IntStream.range(0, PODS).forEach(i -> run.awaitLine(pod(i), "\"top\"", "\"Ready\""));
            assertThat(threads(run.pid()))
                    .as("threads of the agent, which do not grow with its containers")
                    .isLessThan(MOST_THREADS);
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            IntStream.range(0, PODS).forEach(i -> assertInOrder(run, pod(i)));
        }
    }

    private static void assertInOrder(ChildRun run, String pod) {
        var lines = run.out().stream().filter(line -> line.contains(pod)).toList();
        assertThat(RunPlace.words(lines))
                .as(pod)
                .containsSubsequence(
                        "Ready base", "Started middle", "Ready middle", "Started top", "Ready top")
                .containsSubsequence(
                        "Killing top",
                        "Exited top",
                        "Killing middle",
                        "Exited middle",
                        "Killing base",
                        "Exited base",
                        "PodStopped");
    }

    private static long threads(long pid) throws IOException {
        try (var tasks = Files.list(Path.of("/proc/%d/task".formatted(pid)))) {
            return tasks.count();
        }
    }

    private static String pod(int number) {
        return "\"default/many-%d\"".formatted(number);
    }

    private static String pods() {
        var all = new StringBuilder();
        for (var i = 0; i < PODS; i++)
            all.append(pod("many-" + i, List.of("base", "middle", "top")));
        return all.toString();
    }

    private static String pod(String name, List<String> containers) {
        var text =
                """
                ---
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  annotations:
                    apps.kruise.io/container-launch-priority: Ordered
                    kruise.io/container-exit-priority: '{"base": 2, "middle": 1, "top": 0}'
                spec:
                  terminationGracePeriodSeconds: 120
                  containers:
                """
                        .formatted(name);
        var sleepers = new StringBuilder(text);
        for (var each : containers) {
            sleepers.append(
                    "  - {name: %s, image: x, command: [sleep, \"1000\"]}%n".formatted(each));
        }
        return sleepers.toString();
    }
}
