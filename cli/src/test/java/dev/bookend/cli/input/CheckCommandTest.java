package dev.bookend.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.CapturedRun;
import dev.bookend.cli.syntax.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class CheckCommandTest {
    private static final String GOOD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers:
              - {name: app, image: "app:1"}
            """;
    private static final String BAD =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
              annotations:
                bookend.dev/sidecars: envoy
            spec:
              containers:
              - name: app
                comand: [sleep]
            """;

    @TempDir private Path directory = Path.of("");

    @Test
    void aGoodFileHasNoFindings() throws IOException {
        var run = CapturedRun.of("check", file("good.yaml", GOOD));
        assertThat(run)
                .isEqualTo(new CapturedRun(0, "1 file, 1 pod, no errors, no warnings\n", ""));
    }

    @Test
    void aFindingNamesFileLineColumnPathRuleAndRemedy() throws IOException {
        var bad = file("bad.yaml", BAD);
        var run = CapturedRun.of("check", bad);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.errLines())
                .containsExactly(
                        bad
                                + ":6:27: error: metadata.annotations[bookend.dev/sidecars]: envoy"
                                + " is no container of this pod; name one of [app] (INPUT-4)",
                        bad
                                + ":6:27: warning: metadata.annotations[bookend.dev/sidecars]:"
                                + " sidecars by annotation are not built yet in a cluster; write"
                                + " them as initContainers with restartPolicy: Always (KUBE-3)",
                        bad
                                + ":9:5: warning: spec.containers[0].image: Required value by"
                                + " Kubernetes; name an image to use this pod in a cluster; the"
                                + " process runtime needs none (kubernetes)",
                        bad
                                + ":10:5: warning: spec.containers[0].comand: unknown field"
                                + " \"comand\"; did you mean `command`? (kubernetes)");
        assertThat(run.out()).isEqualTo("1 file, 1 pod, 1 error, 3 warnings\n");
    }

    @Test
    void aLimitOnDiskThatNobodyEnforcesIsSaid() throws IOException {
        var volumes =
                """
                  volumes:
                  - {name: disk, emptyDir: {sizeLimit: 1Gi}}
                  - {name: memory, emptyDir: {sizeLimit: 1Gi, medium: Memory}}
                  - {name: free, emptyDir: {}}
                """;
        var limited = file("limited.yaml", GOOD + volumes);
        var run = CapturedRun.of("check", limited);
        assertThat(run.code()).isZero();
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .startsWith(limited + ":8:")
                .contains("warning: spec.volumes[0].emptyDir.sizeLimit: ", "not enforced");
    }

    @Test
    void anInjectedContainerCountsAsPresent() throws IOException {
        var bad = file("bad.yaml", BAD);
        assertThat(CapturedRun.of("check", bad, "--injected", "envoy, other").code()).isZero();
        assertThat(CapturedRun.of("check", bad, "--injected=envoy").err()).doesNotContain("error:");
    }

    @Test
    void jsonIsOneObjectAFindingAndNothingElse() throws IOException {
        var bad = file("bad.yaml", BAD);
        var run = CapturedRun.of("check", "-o", "json", bad);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.out().lines().toList())
                .hasSize(4)
                .last()
                .isEqualTo(
                        "{\"file\":\"%s\",\"line\":10,\"column\":5,\"severity\":\"warning\","
                                        .formatted(bad)
                                + "\"path\":\"spec.containers[0].comand\",\"value\":\"comand\","
                                + "\"rule\":\"kubernetes\","
                                + "\"message\":\"unknown field \\\"comand\\\"\","
                                + "\"hint\":\"did you mean `command`?\"}");
    }

    @Test
    void aDashIsStandardInput() {
        var run = CapturedRun.withInput(GOOD, false, "check", "-");
        assertThat(run.code()).isZero();
        assertThat(CapturedRun.withInput("a: [", false, "check", "-").err())
                .startsWith("<stdin>:1:5: error: this is not YAML");
    }

    @Test
    void aPipeThatNobodyWritesIsRefusedAndNotWaitedFor() throws Exception {
        var fifo = directory.resolve("fifo").toString();
        assertThat(new ProcessBuilder("mkfifo", fifo).start().waitFor()).isZero();
        var run = CapturedRun.of("check", fifo);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .contains(fifo + ":1:1: error: ", "neither a file nor a pipe", "use -");
    }

    @Test
    void everyFileIsCheckedWhateverTheOthersAre() throws IOException {
        var run =
                CapturedRun.of(
                        "check",
                        directory.resolve("none.yaml").toString(),
                        directory.toString(),
                        file("good.yaml", GOOD));
        assertThat(run.errLines()).hasSize(2);
        assertThat(run.out()).isEqualTo("3 files, 1 pod, 2 errors, no warnings\n");
    }

    @Test
    void coloursAreOffOnRequest() throws IOException {
        var bad = file("bad.yaml", BAD);
        assertThat(CapturedRun.coloured("check", bad).err()).contains("\u001b[31merror:");
        assertThat(CapturedRun.coloured("check", "--no-color", bad).err()).doesNotContain("\u001b");
        assertThat(CapturedRun.coloured("--no-color", "check", bad).err()).doesNotContain("\u001b");
    }

    @Test
    void noManifestCanSendControlCharactersToTheTerminal() throws IOException {
        var evil = file("evil.yaml", GOOD.replace("name: web", "\"na\\e[31m\\nme\": 1, name: web"));
        var run = CapturedRun.of("check", evil);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).doesNotContain("\u001b").contains("\\u001b");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
