package dev.bookend.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.CapturedRun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What files hold beside pods, in real runs.
class GivenFilesTest {
    @TempDir Path directory;

    @Test
    void containersGetWhatOtherFilesHoldAndNothingKeepsTheSecret() throws Exception {
        var objects =
                """
                {apiVersion: v1, kind: ConfigMap, metadata: {name: m}, data: {a: one}}
                ---
                {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {word: hushhush}}
                """;
        var pod =
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: app
                    image: x
                    command: [sh, -c, 'echo "$a and ${#WORD} letters"']
                    envFrom: [{configMapRef: {name: m}}]
                    env: [{name: WORD, valueFrom: {secretKeyRef: {name: s, key: word}}}]
                """;
        var run = run(objects, pod);
        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).contains("one and 8 letters");
        try (var files = Files.walk(directory.resolve("state/pods"))) {
            assertThat(files.filter(Files::isRegularFile).toList())
                    .isNotEmpty()
                    .noneMatch(GivenFilesTest::holdsTheSecret);
        }
    }

    @Test
    void aMissingReferenceFailsThePodInKubernetesWords() throws Exception {
        var run =
                run(
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: p}
                        spec:
                          restartPolicy: Never
                          containers:
                          - name: app
                            image: x
                            command: ["true"]
                            env: [{name: A, valueFrom: {configMapKeyRef: {name: m, key: a}}}]
                        """);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        "configmap \"m\" not found", "exit code 128 (CreateContainerConfigError)");
        assertThat(run.err()).contains("ConfigMap m is in none of the given files");
    }

    @Test
    void aJobIsCompleteWhenEnoughPodsHaveSucceeded() throws Exception {
        var run = run(job("completions: 2", "exit 0"));
        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).contains("Job default/work: Complete, 2 of 2 succeeded, 0 failed");
    }

    @Test
    void aJobThatFailsTooOftenFails() throws Exception {
        var run = run(job("backoffLimit: 0", "exit 3"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("Job default/work: Failed (BackoffLimitExceeded");
    }

    @Test
    void aJobThatTakesTooLongFails() throws Exception {
        var run = run(job("activeDeadlineSeconds: 1", "exec sleep 100"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("Job default/work: Failed (DeadlineExceeded");
    }

    @Test
    void aSuspendedJobIsNotRun() throws Exception {
        var run = run(job("suspend: true", "exit 0"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("Job default/work is suspended");
    }

    @Test
    void aCronJobRunsOneJobOfItsTemplateAndSaysSo() throws Exception {
        var run =
                run(
                        """
                        apiVersion: batch/v1
                        kind: CronJob
                        metadata: {name: nightly}
                        spec:
                          schedule: "0 3 * * *"
                          jobTemplate:
                            spec:
                              completions: 2
                              template:
                                spec:
                                  restartPolicy: Never
                                  containers: [{name: app, image: x, command: ["true"]}]
                        """);
        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("CronJob default/nightly: one Job of its template is run now")
                .contains("Job default/nightly: Complete, 2 of 2 succeeded, 0 failed");
    }

    private static String job(String field, String script) {
        return """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: work}
        spec:
          %s
          template:
            spec:
              restartPolicy: Never
              containers: [{name: app, image: x, command: [sh, -c, "%s"]}]
        """
                .formatted(field, script);
    }

    private CapturedRun run(String... texts) throws IOException {
        var words =
                new ArrayList<>(List.of("run", "--state", directory.resolve("state").toString()));
        for (var i = 0; i < texts.length; i++) {
            words.add(Files.writeString(directory.resolve(i + ".yaml"), texts[i]).toString());
        }
        return CapturedRun.of(words.toArray(String[]::new));
    }

    private static boolean holdsTheSecret(Path file) {
        try {
            var text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return Stream.of("hushhush", "aHVzaGh1c2g").anyMatch(text::contains);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
