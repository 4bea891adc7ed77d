package dev.bookend.cli;

import dev.bookend.lifecycle.Findings;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/// Builds the tree of commands that picocli parses.
final class CommandTree {
    private CommandTree() {}

    /// Only the verb that was asked for is built, because each one costs some of our start.
    static CommandLine of(Terminal terminal, String... args) {
        var verb = args.length == 0 ? "" : args[0];
        var tree = new CommandLine(new BookendCommand(terminal));
        Verb.ofWord(verb)
                .filter(it -> it != Verb.HELP && it != Verb.COMPLETION)
                .ifPresentOrElse(it -> add(tree, it, terminal), () -> addAll(tree, terminal));
        return prepared(tree, terminal);
    }

    static CommandLine whole(Terminal terminal) {
        var tree = new CommandLine(new BookendCommand(terminal));
        addAll(tree, terminal);
        return prepared(tree, terminal);
    }

    private static void addAll(CommandLine tree, Terminal terminal) {
        for (var verb : Verb.values()) {
            add(tree, verb, terminal);
        }
    }

    private static void add(CommandLine tree, Verb verb, Terminal terminal) {
        tree.addSubcommand(verb.word(), verb.command(terminal));
    }

    private static CommandLine prepared(CommandLine tree, Terminal terminal) {
        addHelp(tree);
        tree.getSubcommands().values().forEach(CommandTree::addHelp);
        return tree.setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()))
                .setColorScheme(
                        CommandLine.Help.defaultColorScheme(
                                terminal.out().coloured() ? Ansi.ON : Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((problem, _) -> usage(problem, terminal))
                .setExecutionExceptionHandler((bug, _, _) -> bug(bug, terminal));
    }

    private static PrintWriter writer(Output output) {
        return new PrintWriter(output.stream(), true, StandardCharsets.UTF_8);
    }

    private static void addHelp(CommandLine command) {
        command.getCommandSpec()
                .addOption(
                        OptionSpec.builder("-h", "--help")
                                .usageHelp(true)
                                .description("Show this help.")
                                .build());
    }

    /// A mistake on the command line is one line, not a page of usage.
    private static int usage(ParameterException problem, Terminal terminal) {
        var command = problem.getCommandLine().getCommandSpec().qualifiedName();
        var says = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
        terminal.err()
                .line(
                        Findings.oneLine(
                                "%s: %s%s; see %s --help"
                                        .formatted(command, says, suggestion(problem), command)));
        return ExitCode.USAGE.number();
    }

    private static String suggestion(ParameterException problem) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        return unmatched.getSuggestions().stream()
                .findFirst()
                .map(" (did you mean %s?)"::formatted)
                .orElse("");
    }

    private static int bug(Exception bug, Terminal terminal) {
        var trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace));
        terminal.err().line("bookend: this is a bug in bookend, please report it: " + trace);
        return ExitCode.FAILED.number();
    }
}
