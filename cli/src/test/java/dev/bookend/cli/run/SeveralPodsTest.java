package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.RunPlace;
import dev.bookend.cli.syntax.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// Several pods in one run, pods without a name of their own, and pods of workloads.
class SeveralPodsTest {
    private static final String FAILS =
            """
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: fails}
            spec:
              restartPolicy: Never
              containers: [{name: main, command: [sh, -c, "exit 3"]}]
            """;

    @TempDir Path directory;

    @Test
    void onePodsFailureIsTheRunsAndLeavesTheOthersAlone() throws Exception {
        try (var run = RunPlace.in(directory).run(RunPlace.WEB + FAILS, "-o", "json")) {
            run.awaitLine("default/fails", "PodFailed").awaitLine("\"app\"", "\"Ready\"");
            run.signal("TERM");
            assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.FAILED.number());
            assertThat(RunPlace.words(run))
                    .containsSubsequence(
                            "Killing app", "Exited app", "Killing proxy", "Exited proxy");
            assertThat(run.out())
                    .anySatisfy(line -> assertThat(line).contains("default/web", "PodStopped"));
        }
    }

    /// Shows EXIT-1.
    @Test
    void aSignalEndsEveryPodInItsOwnOrder() throws Exception {
        var other = "---\n" + RunPlace.WEB.replace("name: web", "name: other");
        try (var run = RunPlace.in(directory).run(RunPlace.WEB + other, "-o", "json")) {
            run.awaitLine("default/web", "\"app\"", "\"Ready\"");
            run.awaitLine("default/other", "\"app\"", "\"Ready\"").signal("INT");
            assertThat(run.await()).as(run::toString).isZero();
            for (var pod : new String[] {"default/web", "default/other"}) {
                assertThat(run.out().stream().filter(line -> line.contains(pod)))
                        .as(pod)
                        .extracting(
                                line ->
                                        RunPlace.object(line).text("reason").orElseThrow()
                                                + " "
                                                + RunPlace.object(line)
                                                        .text("container")
                                                        .orElse(""))
                        .containsSubsequence(
                                "Killing app", "Exited app", "Killing proxy", "Exited proxy");
            }
        }
    }

    @Test
    void aPodWithoutANameGetsOne() throws Exception {
        var pod = FAILS.replace("name: fails", "generateName: batch-").replace("exit 3", "exit 0");
        try (var run = RunPlace.in(directory).run(pod, "-o", "json")) {
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.out())
                    .allMatch(line -> line.matches(".*\"pod\":\"default/batch-[a-z0-9]{5}\".*"));
        }
    }

    @Test
    void aDeploymentRunsOnePodAndSaysSo() throws Exception {
        var deployment =
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: shop}
                spec:
                  replicas: 3
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers:
                      - {name: app, image: x, command: [sh, -c, %s]}
                """
                        .formatted(RunPlace.SERVE);
        try (var run = RunPlace.in(directory).run(deployment)) {
            run.awaitLine("Deployment", "one pod of its template is run");
            run.awaitLine("app", "| up").signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
        }
    }
}
