package dev.bookend.cli.verb;

import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.Terminal;

/// `bookend help [VERB]`.
final class HelpCommand implements Command {
    @Override
    public Syntax syntax() {
        return Syntax.of("help", "Show help, for all or for one verb.")
                .taking(Parameter.optional("VERB", "The verb to explain."));
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) {
        if (given.words().isEmpty()) {
            CommandTree.help(terminal.out());
        } else {
            CommandTree.help(verb(given.words().getFirst()), terminal.out());
        }
        return ExitCode.OK;
    }

    private static Verb verb(String word) {
        return Verb.ofWord(word)
                .orElseThrow(() -> new UsageProblem("there is no verb '%s'".formatted(word)));
    }
}
