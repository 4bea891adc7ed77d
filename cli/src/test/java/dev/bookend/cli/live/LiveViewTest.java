package dev.bookend.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.ChildRun;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// `run` on a real terminal, seen as a user sees it.
class LiveViewTest {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers:
              - {name: app, image: x, command: [sleep, "1000"]}
              - name: proxy
                image: x
                env: [{name: KRUISE_CONTAINER_PRIORITY, value: "1"}]
                command: [sh, -c, "trap '' TERM; echo a-log-line; while :; do sleep 0.1; done"]
                readinessProbe: {exec: {command: ["false"]}, periodSeconds: 1}
            """;

    @TempDir Path directory;
    private List<String> tmux = List.of();

    @BeforeEach
    void openTerminal() throws Exception {
        tmux = List.of("tmux", "-S", directory.resolve("tmux").toString());
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/tmux")), "needs tmux");
        var file = Files.writeString(directory.resolve("pod.yaml"), POD).toString();
        var command = ChildRun.command(directory.resolve("state"), "run", file);
        var line = String.join(" ", command.stream().map(word -> "'" + word + "'").toList());
        var script =
                Files.writeString(
                        directory.resolve("go"),
                        "trap : INT; " + line + "; echo code=$?; sleep 600\n");
        call("-f", "/dev/null", "new-session", "-d", "-x", "110", "-y", "30", "sh " + script);
    }

    @AfterEach
    void closeTerminal() throws Exception {
        call("kill-server");
    }

    @Test
    void everyContainerHasALineThatSaysWhatItWaitsForAndSinceWhen() throws Exception {
        awaitScreen("a-log-line");
        awaitScreen("(?m)^app +.*waits for proxy ready.*since.*$");
        awaitScreen("(?m)^proxy +.*$");
        var screen = screen();
        assertThat(screen.lastIndexOf("a-log-line"))
                .as("logs scroll above the lines:\n" + screen)
                .isLessThan(screen.lastIndexOf("\napp "));
        call("send-keys", "C-c");
        awaitScreen("Stopping in order; once more to end at once");
        call("send-keys", "C-c");
        awaitScreen("code=0");
        assertThat(screen()).contains("Killed", "137");
    }

    private void awaitScreen(String pattern) {
        try {
            Awaitility.await(pattern)
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> Pattern.compile(pattern).matcher(screen()).find());
        } catch (ConditionTimeoutException missing) {
            throw new AssertionError(pattern + " is not on the screen:\n" + lastScreen(), missing);
        }
    }

    private String lastScreen() {
        try {
            return screen();
        } catch (IOException | InterruptedException gone) {
            return gone.toString();
        }
    }

    private String screen() throws IOException, InterruptedException {
        return call("capture-pane", "-p", "-S", "-200");
    }

    private String call(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(tmux);
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
