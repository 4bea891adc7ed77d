package dev.bookend.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// The size of the terminal's window, asked for again when it changes.
public final class Window {
    private static final int COLUMNS = 80;
    private static final int ROWS = 24;

    private volatile int columns;
    private volatile int rows = ROWS;

    private Window(int columns) {
        this.columns = columns;
    }

    /// What the environment says, until the terminal itself has answered.
    public static Window open(Map<String, String> env) {
        var given = env.getOrDefault("COLUMNS", "");
        var window = new Window(given.matches("[1-9]\\d{0,3}") ? Integer.parseInt(given) : COLUMNS);
        ProcessSignals.on(List.of("WINCH"), window::measure);
        Thread.ofVirtual().start(window::measure);
        return window;
    }

    public static Window fixed(int columns, int rows) {
        var window = new Window(columns);
        window.rows = rows;
        return window;
    }

    public int columns() {
        return columns;
    }

    public int rows() {
        return rows;
    }

    private void measure() {
        try {
            var stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            var answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            var words = answer.strip().split(" ", -1);
            if (words.length == 2 && !words[0].equals("0")) {
                rows = Integer.parseInt(words[0]);
                columns = Integer.parseInt(words[1]);
            }
        } catch (IOException | NumberFormatException _) {
            // Without an answer the size stays what it was.
        }
    }
}
