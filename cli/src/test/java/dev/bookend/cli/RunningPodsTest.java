package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.Json;
import dev.bookend.manifest.JsonRead;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `run` and `delete` in processes of their own, with real containers.
class RunningPodsTest {
    private static final String SERVE =
            "\"trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.1; done\"";
    private static final String WEB =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
              annotations: {kruise.io/container-exit-priority: '{"proxy": 1}'}
            spec:
              terminationGracePeriodSeconds: 20
              containers:
              - {name: app, command: [sh, -c, %s]}
              - name: proxy
                image: x
                env: [{name: KRUISE_CONTAINER_PRIORITY, value: "1"}]
                command: [sh, -c, %s]
            """
                    .formatted(SERVE, SERVE);
    private static final String STUBBORN =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: stubborn}
            spec:
              containers:
              - name: app
                image: x
                command: [sh, -c, "trap '' TERM; echo up; while :; do sleep 0.1; done"]
            """;

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void aSignalEndsThePodInOrder(String signal) throws Exception {
        try (var run = run(WEB, "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"").signal(signal);
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(words(run.out()))
                    .containsSubsequence(
                            "Waiting app",
                            "Created proxy",
                            "Started proxy",
                            "Ready proxy",
                            "Created app",
                            "Started app",
                            "Ready app",
                            "Killing app",
                            "Exited app",
                            "Killing proxy",
                            "Exited proxy",
                            "PodStopped");
        }
    }

    @Test
    void jsonLinesHaveWhatTheContractSays() throws Exception {
        try (var run = run(WEB, "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"").signal("TERM");
            run.await();
            var first = object(run.out().getFirst());
            assertThat(first.text("time").orElseThrow())
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6,9}Z");
            assertThat(first.text("pod")).contains("default/web");
            assertThat(first.field("for").orElseThrow().elements())
                    .containsExactly(Json.of("proxy"));
            var exited = find(run, "Exited");
            assertThat(exited.field("exitCode").orElseThrow().number().orElseThrow())
                    .as("the trap may not be set yet")
                    .isIn(0L, 143L);
            var last = object(run.out().getLast());
            assertThat(last.text("container")).isEmpty();
            assertThat(last.text("phase")).contains("Succeeded");
        }
    }

    @Test
    void aSecondSignalEndsThePodAtOnce() throws Exception {
        try (var run = run(STUBBORN)) {
            run.awaitLine("app | up").signal("TERM").awaitLine("Killing").signal("INT");
            assertThat(run.await()).isZero();
            assertThat(run.toString()).contains("Killed: ", "PodStopped", "exit code 137");
        }
    }

    @Test
    void plainLinesHaveOutputAndSummary() throws Exception {
        try (var run = run(WEB)) {
            run.awaitLine("app", "| up").signal("TERM");
            assertThat(run.await()).isZero();
            assertThat(run.out())
                    .contains("app   | up", "app   | bye", "proxy | bye")
                    .anyMatch(line -> line.matches(" {2}app {4}exit code 0 .*, 0 restarts"))
                    .anyMatch(line -> line.startsWith("journal: " + directory));
            assertThat(run.toString()).as("a missing image is no news here").doesNotContain("warn");
        }
    }

    @Test
    void aTakenPortFailsTheStartAndNamesItsOwner() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var run =
                        run(once("ports: [{containerPort: %d}]".formatted(taken.getLocalPort())))) {
            assertThat(run.await()).as(run::toString).isEqualTo(1);
            assertThat(run.toString())
                    .contains(
                            "container app: port %d is taken by pid %d"
                                    .formatted(
                                            taken.getLocalPort(), ProcessHandle.current().pid()));
        }
    }

    @Test
    void aMissingProgramFailsTheStartAndIsNamed() throws Exception {
        try (var run = run(once("").replace("['true']", "[no-such-program, -x]"))) {
            assertThat(run.await()).isEqualTo(1);
            assertThat(run.toString())
                    .contains("container app: there is no program 'no-such-program'")
                    .contains("(command: no-such-program -x)");
        }
    }

    @Test
    void aJobEndsByItself() throws Exception {
        try (var run = run(once(""), "-o", "json")) {
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(words(run.out())).last().isEqualTo("PodSucceeded");
        }
    }

    @Test
    void anOrphanIsAdoptedAndSaysSo() throws Exception {
        try (var first = run(WEB)) {
            first.awaitLine("app", "| up").crash();
        }
        try (var second = run(WEB)) {
            second.awaitLine("default/web", "adopted").signal("TERM");
            assertThat(second.await()).as(second::toString).isZero();
            assertThat(second.toString())
                    .doesNotContain("Started:")
                    .containsSubsequence("app   | bye", "proxy | bye", "PodStopped");
        }
    }

    @Test
    void anOrphanByAnotherManifestIsRefused() throws Exception {
        try (var first = run(WEB)) {
            first.awaitLine("app", "| up").crash();
        }
        try (var second = run(WEB.replace("echo up", "echo hello"))) {
            assertThat(second.await()).isEqualTo(1);
            assertThat(second.toString()).contains("earlier manifest", "bookend delete web");
        }
        assertDeleted();
    }

    @Test
    void deleteEndsAnOrphanInOrder() throws Exception {
        try (var first = run(WEB)) {
            first.awaitLine("app", "| up").crash();
        }
        assertThat(assertDeleted().toString())
                .containsSubsequence("app Killing", "app Exited", "proxy Killing", "proxy Exited");
    }

    @Test
    void deleteEndsAPodThroughItsOwner() throws Exception {
        try (var owner = run(WEB)) {
            owner.awaitLine("app", "| up");
            assertDeleted();
            assertThat(owner.await()).isZero();
            assertThat(owner.toString()).contains("PodStopped");
        }
    }

    @Test
    void aPodThatIsRunElsewhereIsRefusedWithTheProcess() throws Exception {
        try (var owner = run(WEB);
                var other = run(owner.awaitLine("app", "| up"), WEB)) {
            assertThat(other.await()).isEqualTo(1);
            assertThat(other.toString()).contains("is run by process");
            owner.signal("TERM");
            assertThat(owner.await()).isZero();
        }
    }

    private ChildRun assertDeleted() throws IOException, InterruptedException {
        try (var delete = ChildRun.start(directory.resolve("state"), "delete", "web")) {
            assertThat(delete.await()).as(delete::toString).isZero();
            return delete;
        }
    }

    private ChildRun run(ChildRun after, String manifest) throws IOException {
        assertThat(after.out()).isNotEmpty();
        return run(manifest);
    }

    private ChildRun run(String manifest, String... options) throws IOException {
        var file = Files.writeString(directory.resolve("pod.yaml"), manifest);
        var args = new ArrayList<>(List.of(file.toString()));
        args.addAll(List.of(options));
        return ChildRun.start(directory.resolve("state"), "run", args.toArray(String[]::new));
    }

    private static String once(String more) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: once}
        spec:
          restartPolicy: Never
          containers:
          - name: app
            image: x
            command: ['true']
            %s
        """
                .formatted(more);
    }

    private static List<String> words(List<String> lines) {
        return lines.stream()
                .map(RunningPodsTest::object)
                .map(
                        it ->
                                it.text("reason").orElseThrow()
                                        + it.text("container").map(" "::concat).orElse(""))
                .toList();
    }

    private static Json find(ChildRun run, String reason) {
        return run.out().stream()
                .map(RunningPodsTest::object)
                .filter(it -> it.text("reason").filter(reason::equals).isPresent())
                .findFirst()
                .orElseThrow();
    }

    private static Json object(String line) {
        assertThat(JsonRead.of(line)).as(line).isInstanceOf(JsonRead.Value.class);
        return ((JsonRead.Value) JsonRead.of(line)).json();
    }
}
