package dev.bookend.cli;

import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Terminal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// One command line run inside the test, with what it printed.
public record CapturedRun(int code, String out, String err) {
    public static CapturedRun of(String... args) {
        return withInput("", false, args);
    }

    public static CapturedRun coloured(String... args) {
        return withInput("", true, args);
    }

    public static CapturedRun withInput(String input, boolean coloured, String... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var terminal =
                new Terminal(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new Output(stream(out), coloured),
                        new Output(stream(err), coloured));
        var code = Main.run(terminal, args);
        return new CapturedRun(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public List<String> errLines() {
        return err.lines().toList();
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
