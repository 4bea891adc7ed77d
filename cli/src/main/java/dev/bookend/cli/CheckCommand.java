package dev.bookend.cli;

import dev.bookend.lifecycle.Home;
import dev.bookend.manifest.ManifestJudge;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// `bookend check`: every problem and warning of manifests.
@Command(
        name = "check",
        description = "Print every problem and warning of manifests, with line and remedy.",
        footer = {"", "Exit code 2 if there is a problem, 0 if there are only warnings."})
final class CheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin private final CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "YAML or JSON files; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text (default) or json: one object a finding.")
    private Format format = Format.TEXT;

    @Option(
            names = "--injected",
            split = ",",
            paramLabel = "NAME",
            description = "Containers that an injector will add, taken as present.")
    private List<String> injected = new ArrayList<>();

    CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /// How findings are written.
    enum Format {
        TEXT,
        JSON
    }

    @Override
    public Integer call() {
        var shown = common.apply(terminal);
        var judge = new ManifestJudge(Home.EMBEDDED, Injected.names(injected));
        var tally = new Tally();
        for (var file : new InputFiles(shown.in(), files)) {
            var verdict = judge.judge(file);
            tally.add(verdict);
            new FindingPrinter(shown, format == Format.JSON).print(verdict);
        }
        if (format == Format.TEXT) {
            shown.out().line(tally.sentence());
        }
        return (tally.anyError() ? ExitCode.USAGE : ExitCode.OK).number();
    }
}
