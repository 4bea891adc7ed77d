package dev.bookend.cli.syntax;

import dev.bookend.cli.terminal.Terminal;

import java.io.IOException;

/// What a verb understands, and what it does.
public interface Command {
    Syntax syntax();

    /// Does what was asked for.
    ///
    /// @param terminal without colours if the command line said so
    /// @throws UsageProblem if the words make no sense together
    ExitCode run(Terminal terminal, Given given) throws IOException, InterruptedException;
}
