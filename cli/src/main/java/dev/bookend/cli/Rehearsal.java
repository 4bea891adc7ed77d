package dev.bookend.cli;

import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Terminal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Comparator;

/// Goes through the usual verbs once, unseen. The launcher lets the JVM watch it, and record what
/// will make later starts quick.
final class Rehearsal {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: rehearsal
              annotations: {apps.kruise.io/container-launch-priority: Ordered}
            spec:
              restartPolicy: Never
              containers:
              - name: first
                image: none
                command: [sleep, "1"]
                readinessProbe: {exec: {command: ["true"]}}
                lifecycle: {preStop: {exec: {command: ["true"]}}}
              - {name: second, image: none, command: [echo, done]}
            """;

    private Rehearsal() {}

    public static void main(String[] manifests) throws IOException {
        var unseen =
                new Output(
                        new PrintStream(
                                OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                        Terminal.ofProcess().out().coloured());
        var terminal = new Terminal(InputStream.nullInputStream(), unseen, unseen);
        Main.run(terminal, "--help");
        Main.run(terminal, "version");
        for (var manifest : manifests) {
            Main.run(terminal, "check", manifest);
            Main.run(terminal, "plan", manifest);
        }
        run(unseen);
    }

    /// Lives a small pod to its end, in a place of its own.
    private static void run(Output unseen) throws IOException {
        var pod = new ByteArrayInputStream(POD.getBytes(StandardCharsets.UTF_8));
        var state = Files.createTempDirectory("bookend-rehearsal");
        Main.run(new Terminal(pod, unseen, unseen), "run", "--state", state.toString(), "-");
        try (var left = Files.walk(state)) {
            left.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
        }
    }
}
