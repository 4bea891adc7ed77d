package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.CapturedRun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What `run` refuses before anything starts, and how it says so.
class RunCommandTest {
    @TempDir Path directory;

    @Test
    void aContainerWithoutCommandIsRefusedWithTheRemedy() throws IOException {
        var run = run(pod("web", "- {name: app, image: nginx}"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("spec.containers[0].command", "--runtime containerd");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void whatIsNotSupportedYetIsNamed() throws IOException {
        var text =
                pod("web", "- {name: app, image: x, command: [sleep, '1']}")
                        + "  volumes: [{name: v, nfs: {server: s, path: /p}}]";
        var run = run(text);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .contains("pod.yaml:", "volumes[0].nfs", "not supported here yet");
    }

    @Test
    void aTypoIsRefusedWithItsLine() throws IOException {
        var run = run(pod("web", "- {name: app, image: x, comand: [sleep]}"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("comand", "command");
    }

    @Test
    void onePodTwiceIsRefused() throws IOException {
        var text = pod("web", "- {name: app, image: x, command: [sleep, '1']}");
        var run = run(text + "---\n" + text);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("pod default/web is there twice");
    }

    @Test
    void aMissingFileIsBadInput() {
        var run = CapturedRun.of("run", directory.resolve("none.yaml").toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no such file");
    }

    @Test
    void aNegativeGraceIsAMistake() throws IOException {
        var run = run(pod("web", "- {name: app, image: x, command: [sleep]}"), "--grace", "-1");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--grace");
    }

    @Test
    void anotherRuntimeIsNotThereYet() throws IOException {
        var run =
                run(
                        pod("web", "- {name: app, image: x, command: [sleep, '1']}"),
                        "--runtime",
                        "containerd");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("containerd is not there yet");
    }

    @Test
    void aStateDirectoryThatCannotBeIsTheMachinesFault() throws IOException {
        var file = Files.writeString(directory.resolve("file"), "");
        var manifest = pod("web", "- {name: app, image: x, command: [sleep, '1']}");
        var run = run(manifest, "--state", file.resolve("state").toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("--state");
    }

    private static String pod(String name, String containers) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          containers:
        %s
        """
                .formatted(name, containers.stripTrailing().indent(2).stripTrailing());
    }

    private CapturedRun run(String manifest, String... options) throws IOException {
        var file = Files.writeString(directory.resolve("pod.yaml"), manifest);
        var args = new String[options.length + 2];
        args[0] = "run";
        args[1] = file.toString();
        System.arraycopy(options, 0, args, 2, options.length);
        return CapturedRun.of(args);
    }
}
