package dev.bookend.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// `bookend run`: pods in the foreground, from their start to their end.
@Command(
        name = "run",
        description = "Run pods in the foreground; Ctrl-C ends them in order, twice at once.",
        footer = {
            "",
            "Exit code 0 if all pods succeeded or were stopped on request, 1 if one failed,",
            "2 if the input is bad (nothing was started), 3 if this machine cannot do it."
        })
final class RunCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private final CommonOptions common = new CommonOptions();
    @Mixin private final AgentOptions options = new AgentOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "YAML or JSON files; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text (default) or json: one object a notice.")
    private Format format = Format.TEXT;

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /// How a run is shown.
    enum Format {
        TEXT,
        JSON
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.problem()
                .ifPresent(
                        problem -> {
                            throw new ParameterException(spec.commandLine(), problem);
                        });
        var shown = common.apply(terminal);
        var chosen = new ChosenPods(shown, options.grace());
        var charges = chosen.read(files);
        if (charges.isEmpty()) {
            return ExitCode.USAGE.number();
        }
        var session = new RunSession(shown, options, format);
        return session.run(charges.get(), chosen.remarks()).number();
    }
}
