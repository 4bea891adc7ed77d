package dev.bookend.cli.verb;

import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Parsing;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.Usage;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.schema.NearestName;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;

/// Finds the verb that a command line asks for, and runs it.
public final class CommandTree {
    static final String PROGRAM = "bookend";
    private static final Option<String> VERSION = Option.flag("-V --version", "Show the version.");
    private final Terminal terminal;

    public CommandTree(Terminal terminal) {
        this.terminal = terminal;
    }

    static Syntax program() {
        return Syntax.of(PROGRAM, "Ordered life for the containers of a pod.")
                .with(VERSION)
                .taking(Parameter.any("VERB", "What to do."))
                .closing(
                        "Exit codes: 0 well, 1 failed, 2 bad input or usage, 3 not possible here.");
    }

    static void help(Output output) {
        var verbs = Arrays.stream(Verb.values()).map(verb -> verb.command().syntax()).toList();
        var verb = Parameter.one("VERB", "What to do; each verb has a help of its own.");
        new Usage(output).printVerbs(PROGRAM, program().taking(verb), verbs);
    }

    static void help(Verb verb, Output output) {
        new Usage(output).print(PROGRAM + " " + verb.word(), verb.command().syntax());
    }

    public ExitCode run(List<String> args) {
        var first = args.isEmpty() ? "" : args.getFirst();
        return first.equals(Syntax.NO_COLOUR.name())
                ? new CommandTree(terminal.withoutColour()).run(args.subList(1, args.size()))
                : run(first, args);
    }

    private ExitCode run(String first, List<String> args) {
        var verb = Verb.ofWord(first);
        var called = verb.map(it -> PROGRAM + " " + it.word()).orElse(PROGRAM);
        try {
            if (verb.isPresent()) {
                return run(verb.get(), args.subList(1, args.size()));
            }
            if (!first.isEmpty() && !first.startsWith("-")) {
                throw new UsageProblem(unknownVerb(first));
            }
            return runProgram(Parsing.parse(program(), args));
        } catch (UsageProblem problem) {
            var says = "%s: %s; see %s --help".formatted(called, problem.getMessage(), called);
            terminal.err().line(Findings.oneLine(says));
            return ExitCode.USAGE;
        } catch (Exception bug) {
            return tell(bug);
        }
    }

    private ExitCode run(Verb verb, List<String> args) throws Exception {
        var command = verb.command();
        var given = Parsing.parse(command.syntax(), args);
        var shown = given.has(Syntax.NO_COLOUR) ? terminal.withoutColour() : terminal;
        if (given.has(Syntax.HELP)) {
            help(verb, shown.out());
            return ExitCode.OK;
        }
        return command.run(shown, given);
    }

    private ExitCode runProgram(Given given) {
        var shown = given.has(Syntax.NO_COLOUR) ? terminal.withoutColour() : terminal;
        if (given.has(Syntax.HELP)) {
            help(shown.out());
            return ExitCode.OK;
        }
        if (given.has(VERSION)) {
            return new VersionCommand().run(shown, given);
        }
        if (given.words().isEmpty()) {
            help(shown.err());
            return ExitCode.USAGE;
        }
        throw new UsageProblem(unknownVerb(given.words().getFirst()));
    }

    private static String unknownVerb(String word) {
        var verbs = Arrays.stream(Verb.values()).map(Verb::word).toList();
        var meant = NearestName.among(verbs, word);
        return "there is no verb '%s'%s"
                .formatted(word, meant.map(" (did you mean %s?)"::formatted).orElse(""));
    }

    private ExitCode tell(Exception bug) {
        var trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace));
        terminal.err().line("bookend: this is a bug in bookend, please report it: " + trace);
        return ExitCode.FAILED;
    }
}
