package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.manifest.json.Json;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;

/// `run` and `delete` in processes of their own, with real containers.
class RunningPodsTest {
    private static final String STUBBORN =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: stubborn}
            spec:
              terminationGracePeriodSeconds: 600
              containers:
              - name: app
                image: x
                command: [sh, -c, "trap '' TERM; echo up; while :; do sleep 0.1; done"]
            """;

    @TempDir Path directory;

    /// Shows EXIT-1 and EXIT-8.
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void aSignalEndsThePodInOrder(String signal) throws Exception {
        try (var run = run(RunPlace.WEB, "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"").signal(signal);
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run))
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
        try (var run = run(RunPlace.WEB, "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"").signal("TERM");
            run.await();
            var first = RunPlace.object(run.out().getFirst());
            assertThat(first.text("time").orElseThrow())
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6,9}Z");
            assertThat(first.text("pod")).contains("default/web");
            assertThat(first.field("for").orElseThrow().elements())
                    .containsExactly(Json.of("proxy"));
            var exited = find(run, "Exited");
            assertThat(exited.field("exitCode").orElseThrow().number().orElseThrow())
                    .as("the trap may not be set yet")
                    .isIn(0L, 143L);
            var last = RunPlace.object(run.out().getLast());
            assertThat(last.text("container")).isEmpty();
            assertThat(last.text("phase")).contains("Succeeded");
        }
    }

    /// Shows EXIT-6.
    @Test
    void aSecondSignalEndsThePodAtOnce() throws Exception {
        try (var run = run(STUBBORN)) {
            run.awaitLine("app | up").signal("TERM").awaitLine("Killing");
            // Signals that come together count as one, so these keep their distance.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(EndRequests.ONE_WISH.multipliedBy(2))
                    .until(() -> run.signal("INT").toString().contains("Killed: "));
            assertThat(run.await()).isZero();
            assertThat(run.toString()).contains("Killed: ", "PodStopped", "exit code 137");
        }
    }

    @Test
    void plainLinesHaveOutputAndSummary() throws Exception {
        try (var run = run(RunPlace.WEB)) {
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
            assertThat(RunPlace.words(run)).last().isEqualTo("PodSucceeded");
        }
    }

    /// Shows EXIT-8.
    @Test
    void anOrphanIsAdoptedAndSaysSo() throws Exception {
        try (var first = run(RunPlace.WEB)) {
            first.awaitLine("app", "| up").crash();
        }
        try (var second = run(RunPlace.WEB)) {
            second.awaitLine("default/web", "adopted").signal("TERM");
            assertThat(second.await()).as(second::toString).isZero();
            assertThat(second.toString())
                    .doesNotContain("Started:")
                    .containsSubsequence("app   | bye", "proxy | bye", "PodStopped");
        }
    }

    @Test
    void anOrphanByAnotherManifestIsRefused() throws Exception {
        try (var first = run(RunPlace.WEB)) {
            first.awaitLine("app", "| up").crash();
        }
        try (var second = run(RunPlace.WEB.replace("echo up", "echo hello"))) {
            assertThat(second.await()).isEqualTo(1);
            assertThat(second.toString()).contains("earlier manifest", "bookend delete web");
        }
        assertDeleted();
    }

    @Test
    void deleteEndsAnOrphanInOrder() throws Exception {
        try (var first = run(RunPlace.WEB)) {
            first.awaitLine("app", "| up").crash();
        }
        assertThat(assertDeleted().toString())
                .containsSubsequence("app Killing", "app Exited", "proxy Killing", "proxy Exited");
    }

    @Test
    void deleteEndsAPodThroughItsOwner() throws Exception {
        try (var owner = run(RunPlace.WEB)) {
            owner.awaitLine("app", "| up");
            assertDeleted();
            assertThat(owner.await()).isZero();
            assertThat(owner.toString()).contains("PodStopped");
        }
    }

    @Test
    void aPodThatIsRunElsewhereIsRefusedWithTheProcess() throws Exception {
        try (var owner = run(RunPlace.WEB);
                var other = run(owner.awaitLine("app", "| up"), RunPlace.WEB)) {
            assertThat(other.await()).isEqualTo(1);
            assertThat(other.toString()).contains("is run by process");
            owner.signal("TERM");
            assertThat(owner.await()).isZero();
        }
    }

    private ChildRun assertDeleted() throws IOException, InterruptedException {
        try (var delete = RunPlace.in(directory).delete("web")) {
            assertThat(delete.await()).as(delete::toString).isZero();
            return delete;
        }
    }

    private ChildRun run(ChildRun after, String manifest) throws IOException {
        assertThat(after.out()).isNotEmpty();
        return run(manifest);
    }

    private ChildRun run(String manifest, String... options) throws IOException {
        return RunPlace.in(directory).run(manifest, options);
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

    private static Json find(ChildRun run, String reason) {
        return run.out().stream()
                .map(RunPlace::object)
                .filter(it -> it.text("reason").filter(reason::equals).isPresent())
                .findFirst()
                .orElseThrow();
    }
}
