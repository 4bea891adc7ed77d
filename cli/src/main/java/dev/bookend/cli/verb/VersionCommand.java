package dev.bookend.cli.verb;

import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.Terminal;

import java.util.Optional;

/// `bookend version`.
final class VersionCommand implements Command {
    @Override
    public Syntax syntax() {
        return Syntax.of("version", "Print the version.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) {
        terminal.out().line(sentence());
        return ExitCode.OK;
    }

    private static String sentence() {
        return "bookend " + built().orElse("(not packaged)");
    }

    /// The version of the package, or a word for none.
    static String version() {
        return built().orElse("unpackaged");
    }

    private static Optional<String> built() {
        return Optional.ofNullable(VersionCommand.class.getPackage().getImplementationVersion());
    }
}
