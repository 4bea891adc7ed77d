package dev.bookend.cli;

import dev.bookend.cli.terminal.Terminal;
import dev.bookend.cli.verb.CommandTree;

import java.util.List;

/// The program's entry point.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(Terminal.ofProcess(), args));
    }

    /// Runs one command line and gives its exit code.
    public static int run(Terminal terminal, String... args) {
        return new CommandTree(terminal).run(List.of(args)).number();
    }
}
