package dev.bookend.cli.verb;

import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.Terminal;

import java.util.Locale;

/// `bookend completion`: what a shell needs to complete our command lines.
final class CompletionCommand implements Command {
    private static final Reading<Shell> SHELL = Reading.choice(Shell.class);

    /// The shells that can be served.
    private enum Shell {
        BASH,
        ZSH
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("completion", "Print a completion script for a shell.")
                .taking(Parameter.optional("SHELL", "bash (default) or zsh."))
                .closing("Use it by: source <(bookend completion bash)");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) {
        var shell = given.words().stream().findFirst().map(CompletionCommand::shell);
        terminal.out().line(prelude(shell.orElse(Shell.BASH)) + CompletionScript.text());
        return ExitCode.OK;
    }

    private static Shell shell(String word) {
        try {
            return SHELL.read().apply(word.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException wrong) {
            throw new UsageProblem("SHELL: " + wrong.getMessage());
        }
    }

    private static String prelude(Shell shell) {
        return switch (shell) {
            case BASH -> "";
            case ZSH -> "autoload -U +X bashcompinit && bashcompinit\n";
        };
    }
}
