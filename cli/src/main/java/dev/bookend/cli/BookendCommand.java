package dev.bookend.cli;

import dev.bookend.manifest.NearestName;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.Arrays;
import java.util.concurrent.Callable;

/// The program itself, called without a verb or with one that does not exist.
@Command(
        name = "bookend",
        description = "Ordered life for the containers of a pod.",
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        footer = {"", "Exit codes: 0 well, 1 failed, 2 bad input or usage, 3 not possible here."})
final class BookendCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-V", "--version"},
            description = "Show the version.")
    private boolean version;

    @Parameters(arity = "0..*", hidden = true)
    private String[] words = {};

    BookendCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (version) {
            return new VersionCommand(terminal).call();
        }
        if (words.length > 0) {
            throw new ParameterException(spec.commandLine(), unknownVerb(words[0]));
        }
        CommandTree.whole(terminal).usage(terminal.err().stream());
        return ExitCode.USAGE.number();
    }

    private static String unknownVerb(String word) {
        var verbs = Arrays.stream(Verb.values()).map(Verb::word).toList();
        var meant = NearestName.among(verbs, word);
        return "there is no verb '%s'%s"
                .formatted(word, meant.map(" (did you mean %s?)"::formatted).orElse(""));
    }
}
