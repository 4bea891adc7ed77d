package dev.bookend.cli.input;

import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.read.ManifestJudge;

import java.util.Set;

/// `bookend check`: every problem and warning of manifests.
public final class CheckCommand implements Command {
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

    private static final Option<ChosenHome> HOME =
            Option.of(
                    "--home",
                    "HOME",
                    Reading.choice(ChosenHome.class),
                    "embedded (one machine), cluster, or both (default).");

    /// For which home manifests are judged.
    enum ChosenHome {
        EMBEDDED,
        CLUSTER,
        BOTH
    }

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
                .with(FORMAT, INJECTED, HOME)
                .closing(
                        "Exit code 2 if there is a problem, 0 if there are only warnings. What one"
                                + " home alone",
                        "refuses is a warning, unless that home is the one chosen.");
    }

    private static ManifestJudge judge(ChosenHome home, Set<String> injected) {
        return switch (home) {
            case EMBEDDED -> new ManifestJudge(Home.EMBEDDED, injected);
            case CLUSTER -> new ManifestJudge(Home.CLUSTER, injected);
            case BOTH -> ManifestJudge.ofBothHomes(injected);
        };
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) {
        var format = given.value(FORMAT, Format.TEXT);
        var judge = judge(given.value(HOME, ChosenHome.BOTH), Injected.names(given.all(INJECTED)));
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
