package dev.bookend.cli.terminal;

import dev.bookend.runtime.TerminalSize;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The user's terminal in the hands of a program in a container: every key goes there as it is.
public final class RawTerminal implements AutoCloseable {
    private static final File DEVICE = new File("/dev/tty");

    private final String before;
    private final Thread rescue = new Thread(this::restore, "terminal-rescue");
    private final BlockingQueue<TerminalSize> sizes = new LinkedBlockingQueue<>();

    private RawTerminal(String before) {
        this.before = before;
    }

    /// @throws IOException if there is no terminal
    public static RawTerminal enter() throws IOException {
        var terminal = new RawTerminal(settings());
        Runtime.getRuntime().addShutdownHook(terminal.rescue);
        stty("raw", "-echo");
        terminal.measure();
        ProcessSignals.on(List.of("WINCH"), terminal::measure);
        return terminal;
    }

    private static String settings() throws IOException {
        try {
            var settings = stty("-g");
            if (!settings.isEmpty()) {
                return settings;
            }
        } catch (IOException _) {
            // There is no such device without a terminal.
        }
        throw new IOException("-t needs a terminal; leave it out");
    }

    /// The size at the start, and each one that it has later.
    public BlockingQueue<TerminalSize> sizes() {
        return sizes;
    }

    private void measure() {
        try {
            size(stty("size")).ifPresent(sizes::add);
        } catch (IOException _) {
            // Without an answer the size stays what it was.
        }
    }

    /// @param answer rows and columns
    static Optional<TerminalSize> size(String answer) {
        var words = answer.split(" ", -1);
        if (words.length != 2 || !answer.matches("\\d{1,5} \\d{1,5}")) {
            return Optional.empty();
        }
        var rows = Integer.parseInt(words[0]);
        var columns = Integer.parseInt(words[1]);
        return TerminalSize.isPossible(columns, rows)
                ? Optional.of(new TerminalSize(columns, rows))
                : Optional.empty();
    }

    private static String stty(String... args) throws IOException {
        var command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(args));
        var stty =
                new ProcessBuilder(command)
                        .redirectInput(DEVICE)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private void restore() {
        try {
            stty(before);
        } catch (IOException _) {
            // The terminal is gone.
        }
    }

    @Override
    public void close() {
        restore();
        Runtime.getRuntime().removeShutdownHook(rescue);
    }
}
