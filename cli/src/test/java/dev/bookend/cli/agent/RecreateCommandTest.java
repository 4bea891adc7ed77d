package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.ChildRun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// `bookend recreate` against a pod that `bookend run` runs, on real processes.
class RecreateCommandTest {
    private static final String WEB =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers:
              - name: app
                image: x
                command: [sh, -c, "trap 'echo bye; exit 0' TERM; echo up; sleep 1000 & wait"]
                lifecycle: {preStop: {exec: {command: [sh, -c, "echo leaving"]}}}
              - name: db
                image: x
                command: [sh, -c, "exec sleep 1000"]
            """;

    @TempDir Path directory;

    private Path state() {
        return directory.resolve("state");
    }

    private ChildRun run() throws Exception {
        var file = directory.resolve("pod.yaml");
        Files.writeString(file, WEB);
        return ChildRun.start(state(), "run", "--isolation", "none", "-o", "json", file.toString());
    }

    private int recreate(String... args) throws Exception {
        try (var verb = ChildRun.start(state(), "recreate", args)) {
            var code = verb.await();
            said = verb.toString();
            return code;
        }
    }

    private String said = "";

    /// Shows CRR-11.
    @Test
    void containersComeBackAndTheOthersGoOn() throws Exception {
        try (var run = run()) {
            run.awaitLine("\"app\"", "\"Ready\"").awaitLine("\"db\"", "\"Ready\"");
            assertThat(recreate("web", "-c", "app")).as(said).isZero();
            assertThat(said)
                    .contains("containerrecreaterequest.apps.kruise.io/web-", "created")
                    .containsPattern("app +Recreating +waits to stop since")
                    .containsPattern("app +Succeeded");
            run.awaitLine("RecreateCompleted", "app Succeeded");
            assertThat(run.out().stream().filter(line -> line.contains("\"Started\"")))
                    .filteredOn(line -> line.contains("\"app\""))
                    .hasSize(2);
            assertThat(run.out().stream().filter(line -> line.contains("\"Exited\"")))
                    .noneMatch(line -> line.contains("\"db\""));
            assertThat(recreate("web", "-c", "app,db", "--ordered", "--force", "--grace", "1"))
                    .as(said)
                    .isZero();
            assertThat(run.signal("TERM").await()).as(run::toString).isZero();
        }
    }

    /// Shows CRR-2.
    @Test
    void whatCannotWorkIsRefusedAndChangesNothing() throws Exception {
        try (var run = run()) {
            run.awaitLine("\"app\"", "\"Ready\"");
            assertThat(recreate("web", "-c", "ap", "--deadline", "1")).isEqualTo(2);
            assertThat(said)
                    .contains("spec.containers[0].name: Not found: \"ap\"")
                    .contains("spec.activeDeadlineSeconds: Invalid value: 1");
            assertThat(recreate("web")).isEqualTo(2);
            assertThat(said).contains("name them with -c");
            assertThat(recreate("nobody", "-c", "app")).isEqualTo(1);
            assertThat(said).contains("there is no pod default/nobody");
            run.crash();
        }
        assertThat(recreate("web", "-c", "app")).isEqualTo(1);
        assertThat(said).contains("the process that ran it is gone");
        try (var end = ChildRun.start(state(), "delete", "web", "--isolation", "none")) {
            assertThat(end.await()).as(end::toString).isZero();
        }
    }

    /// Shows CRR-10.
    @Test
    void aRequestLeftAloneIsDoneByWhoeverRunsThePodNext() throws Exception {
        try (var run = run()) {
            run.awaitLine("\"app\"", "\"Ready\"");
            assertThat(recreate("web", "-c", "app", "--unready", "1", "--no-wait")).isZero();
            run.awaitLine("Pod is unready").crash();
        }
        try (var again = run()) {
            again.awaitLine("RecreateCompleted", "app Succeeded").signal("TERM");
            assertThat(again.await()).as(again::toString).isZero();
        }
    }
}
