package dev.bookend.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Goes through the usual verbs once, unseen. The launcher lets the JVM watch it, and record what
/// will make later starts quick.
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] manifests) {
        var unseen =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        System.setOut(unseen);
        System.setErr(unseen);
        Main.run("--help");
        Main.run("version");
        for (var manifest : manifests) {
            Main.run("check", manifest);
            Main.run("plan", manifest);
        }
    }
}
