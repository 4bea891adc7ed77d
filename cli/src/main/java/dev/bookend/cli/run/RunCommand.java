package dev.bookend.cli.run;

import dev.bookend.cli.agent.AgentOptions;
import dev.bookend.cli.input.ChosenPods;
import dev.bookend.cli.input.InputFiles;
import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.Terminal;

import java.io.IOException;

/// `bookend run`: pods in the foreground, from their start to their end.
public final class RunCommand implements Command {
    private static final Option<RunFormat> FORMAT =
            Option.of(
                    "-o --output",
                    "FORMAT",
                    Reading.choice(RunFormat.class),
                    "text (default) or json: one object a notice.");

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "run",
                        "Run pods in the foreground; Ctrl-C ends them in order, twice at once.")
                .taking(InputFiles.NAMES)
                .with(AgentOptions.ALL)
                .with(FORMAT)
                .closing(
                        "Exit code 0 if all pods succeeded or were stopped on request, 1 if one"
                                + " failed,",
                        "2 if the input is bad (nothing was started), 3 if this machine cannot do"
                                + " it.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) throws IOException, InterruptedException {
        var options = AgentOptions.of(given);
        var chosen = new ChosenPods(terminal, options.grace());
        var charges = chosen.read(given.words());
        if (charges.isEmpty()) {
            return ExitCode.USAGE;
        }
        var session = new RunSession(terminal, options, given.value(FORMAT, RunFormat.TEXT));
        return session.run(charges.get(), chosen.remarks());
    }
}
