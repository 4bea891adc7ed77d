package dev.bookend.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Goes through the usual verbs once, unseen. The launcher lets the JVM watch it, and record what
/// will make later starts quick.
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] manifests) {
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
    }
}
