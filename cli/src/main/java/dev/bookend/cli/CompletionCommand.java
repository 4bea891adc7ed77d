package dev.bookend.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.concurrent.Callable;

/// `bookend completion`: what a shell needs to complete our command lines.
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        footer = {"", "Use it by: source <(bookend completion bash)"})
final class CompletionCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin private final CommonOptions common = new CommonOptions();

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash (default) or zsh.")
    private Shell shell = Shell.BASH;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /// The shells that can be served.
    enum Shell {
        BASH,
        ZSH
    }

    @Override
    public Integer call() {
        var script = AutoComplete.bash("bookend", CommandTree.whole(terminal));
        common.apply(terminal).out().line(prelude() + script);
        return ExitCode.OK.number();
    }

    private String prelude() {
        return switch (shell) {
            case BASH -> "";
            case ZSH -> "autoload -U +X bashcompinit && bashcompinit\n";
        };
    }
}
