package dev.bookend.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/// `bookend help [VERB]`.
@Command(name = "help", description = "Show help, for all or for one verb.")
final class HelpCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private final CommonOptions common = new CommonOptions();

    @Parameters(arity = "0..1", paramLabel = "VERB", description = "The verb to explain.")
    private String verb = "";

    HelpCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        var tree = CommandTree.whole(common.apply(terminal));
        var asked = verb.isEmpty() ? tree : tree.getSubcommands().get(verb);
        if (asked == null) {
            throw new ParameterException(
                    spec.commandLine(), "there is no verb '%s'".formatted(verb));
        }
        asked.usage(terminal.out().stream());
        return ExitCode.OK.number();
    }
}
