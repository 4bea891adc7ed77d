package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.cli.syntax.ExitCode;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A Job whose `bookend run` dies: the next one goes on with it, and counts what was.
class JobCrashTest {
    @TempDir Path directory;

    @Test
    void whatHasSucceededCountsAfterACrash() throws Exception {
        try (var first = run(waitingFromTheSecondOn("completions: 3"))) {
            awaitRuns(2);
            first.crash();
        }
        go();
        try (var second = run(waitingFromTheSecondOn("completions: 3"))) {
            assertThat(second.await()).as(second::toString).isZero();
            assertThat(second.toString())
                    .contains("an earlier bookend left it with 1 of 3 succeeded, 0 failed")
                    .contains("Job default/work: Complete, 3 of 3 succeeded, 0 failed");
        }
        assertThat(runs()).hasSize(3);
        assertThat(record()).doesNotExist();
    }

    @Test
    void aPodThatEndedJustBeforeTheCrashIsNotRunAgain() throws Exception {
        var kept = directory.resolve("kept");
        try (var first = run(waitingFromTheSecondOn("completions: 2"))) {
            awaitRuns(2);
            Files.copy(record(), kept);
            go();
            assertThat(first.await()).as(first::toString).isZero();
        }
        Files.copy(kept, record(), REPLACE_EXISTING);
        try (var second = run(waitingFromTheSecondOn("completions: 2"))) {
            assertThat(second.await()).as(second::toString).isZero();
            assertThat(second.toString()).contains("Complete, 2 of 2 succeeded, 0 failed");
        }
        assertThat(runs()).hasSize(2);
    }

    @Test
    @Tag("slow")
    void whatHasFailedCountsTowardTheLimitAfterACrash() throws Exception {
        var job = job("backoffLimit: 1", "exit 3");
        try (var first = run(job)) {
            first.awaitLine("the next pod follows").crash();
        }
        try (var second = run(job)) {
            assertThat(second.await()).as(second::toString).isEqualTo(ExitCode.FAILED.number());
            assertThat(second.toString())
                    .contains("left it with 0 of 1 succeeded, 1 failed")
                    .contains("Failed (BackoffLimitExceeded", "0 of 1 succeeded, 2 failed");
        }
        assertThat(runs()).hasSize(2);
    }

    @Test
    void anotherJobOfThatNameBeginsAnew() throws Exception {
        try (var first = run(waitingFromTheSecondOn("completions: 2"))) {
            awaitRuns(2);
            first.crash();
        }
        go();
        try (var second = run(job("completions: 1", "exit 0"))) {
            assertThat(second.await()).as(second::toString).isZero();
            assertThat(second.toString())
                    .doesNotContain("an earlier bookend left it")
                    .contains("Complete, 1 of 1 succeeded");
        }
        endWhatTheFirstLeft();
    }

    private void endWhatTheFirstLeft() throws Exception {
        try (var pods = Files.list(directory.resolve("state/pods"))) {
            for (var each : pods.toList()) {
                var name = each.getFileName().toString().replaceFirst("default_", "");
                try (var delete = RunPlace.in(directory).delete(name, "--isolation", "none")) {
                    assertThat(delete.await()).as(delete::toString).isZero();
                }
            }
        }
    }

    private ChildRun run(String job) throws IOException {
        return RunPlace.in(directory).run(job, "--isolation", "none");
    }

    private String waitingFromTheSecondOn(String field) {
        var script =
                "[ $(wc -l < %s/runs) -gt 1 ] || exit 0; until [ -e %s/go ]; do sleep 0.1; done"
                        .formatted(directory, directory);
        return job(field, script);
    }

    private String job(String field, String script) {
        return """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: work}
        spec:
          %s
          template:
            spec:
              restartPolicy: Never
              containers:
              - {name: app, image: x, command: [sh, -c, "echo run >> %s/runs; %s"]}
        """
                .formatted(field, directory, script);
    }

    private void go() throws IOException {
        Files.writeString(directory.resolve("go"), "");
    }

    private Path record() {
        return directory.resolve("state/jobs/default_work");
    }

    private List<String> runs() throws IOException {
        var file = directory.resolve("runs");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private void awaitRuns(int count) {
        Awaitility.await(count + " pods")
                .atMost(Duration.ofSeconds(90))
                .until(() -> runs().size() >= count && Files.readString(record()).contains("=1"));
    }
}
