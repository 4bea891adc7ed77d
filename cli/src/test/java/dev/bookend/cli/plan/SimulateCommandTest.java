package dev.bookend.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.CapturedRun;
import dev.bookend.cli.syntax.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SimulateCommandTest {
    @TempDir private Path directory = Path.of("");

    @Test
    void seedsAreLivedAndSummedUp() {
        var run = CapturedRun.of("simulate", "--seeds", "20");
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("20 seeds", "steps", "crashes", "every promise was kept");
    }

    @Test
    void oneSeedIsOneLife() {
        var run = CapturedRun.of("simulate", "--seed", "7");
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("1 seeds");
    }

    @Test
    void aGivenPodIsLived() throws IOException {
        var run =
                CapturedRun.of(
                        "simulate", "--seeds", "20", "--pod", file("command: [app]\n").toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("default/web: 20 seeds");
    }

    @Test
    void aBadPodIsToldLikeAnyOther() throws IOException {
        var run = CapturedRun.of("simulate", "--pod", file("type: Sidecar\n").toString());
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.err()).contains("lifecycle.type");
        assertThat(CapturedRun.of("simulate", "--pod", "no-such.yaml").code())
                .isEqualTo(ExitCode.USAGE.number());
    }

    @Test
    void noSeedsIsAMistake() {
        var run = CapturedRun.of("simulate", "--seeds", "0");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.err()).contains("--seeds is 0, and must be 1 or more");
    }

    private Path file(String line) throws IOException {
        var manifest =
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web
                spec:
                  containers:
                  - name: app
                    image: app
                    %s\
                """
                        .formatted(line);
        return Files.writeString(directory.resolve("pod.yaml"), manifest);
    }
}
