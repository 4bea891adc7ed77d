package dev.bookend.cli;

import dev.bookend.lifecycle.Home;
import dev.bookend.manifest.ManifestJudge;

/// `bookend check`: every problem and warning of manifests.
final class CheckCommand implements Command {
    private static final Option<Format> FORMAT =
            Option.of(
                    "-o --output",
                    "FORMAT",
                    Reading.choice(Format.class),
                    "text (default) or json: one object a finding.");
    private static final Option<String> INJECTED =
            Option.list(
                    "--injected",
                    "NAME",
                    "Containers that an injector will add, taken as present.");

    /// How findings are written.
    enum Format {
        TEXT,
        JSON
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "check",
                        "Print every problem and warning of manifests, with line and remedy.")
                .taking(InputFiles.NAMES)
                .with(FORMAT, INJECTED)
                .closing("Exit code 2 if there is a problem, 0 if there are only warnings.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) {
        var format = given.value(FORMAT, Format.TEXT);
        var judge = new ManifestJudge(Home.EMBEDDED, Injected.names(given.all(INJECTED)));
        var tally = new Tally();
        for (var verdict : judge.judgeAll(new InputFiles(terminal.in(), given.words()))) {
            tally.add(verdict);
            new FindingPrinter(terminal, format == Format.JSON).print(verdict);
        }
        if (format == Format.TEXT) {
            terminal.out().line(tally.sentence());
        }
        return tally.anyError() ? ExitCode.USAGE : ExitCode.OK;
    }
}
