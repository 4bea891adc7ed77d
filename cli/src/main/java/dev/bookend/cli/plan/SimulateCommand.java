package dev.bookend.cli.plan;

import dev.bookend.cli.input.FindingPrinter;
import dev.bookend.cli.input.InputFiles;
import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.simulator.trial.Failure;
import dev.bookend.simulator.trial.Simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `bookend simulate`: lives pods in a simulated world and checks every promise at every step.
public final class SimulateCommand implements Command {
    private static final int SEEDS = 1_000;
    private static final int PROGRESS = 100;
    private static final Option<Integer> COUNT =
            Option.of(
                    "--seeds",
                    "N",
                    Reading.INTEGER,
                    "How many lives to try (1000, or 1 with --seed).");
    private static final Option<Long> SEED =
            Option.of("--seed", "S", Reading.LONG, "The first seed (0).");
    private static final Option<String> POD =
            Option.text("--pod", "FILE", "The pod to live; without it each seed makes up its own.");

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "simulate",
                        "Live pods in a simulated world and check every promise at every step.")
                .with(COUNT, SEED, POD)
                .closing("Exit code 1 if a promise was broken; the seed repeats it.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) {
        var count = given.value(COUNT, given.has(SEED) ? 1 : SEEDS);
        if (count < 1) {
            throw new UsageProblem("--seeds is %d, and must be 1 or more".formatted(count));
        }
        var lives = new Lives(given.value(SEED, 0L), count, given.value(POD));
        if (lives.file().isEmpty()) {
            return live(terminal, lives, Optional.empty());
        }
        var pods = pods(terminal, lives.file().get());
        return pods.isEmpty() ? ExitCode.USAGE : liveAll(terminal, lives, pods);
    }

    /// Which lives to live.
    private record Lives(long first, int count, Optional<String> file) {}

    private static ExitCode liveAll(Terminal shown, Lives lives, List<PodManifest> pods) {
        var worst = ExitCode.OK;
        for (var pod : pods) {
            var code = live(shown, lives, Optional.of(pod));
            worst = code.equals(ExitCode.OK) ? worst : code;
        }
        return worst;
    }

    /// The pods of a file; none, and every problem told, if there is one.
    private static List<PodManifest> pods(Terminal shown, String file) {
        var pods = new ArrayList<PodManifest>();
        var judge = new ManifestJudge(Home.EMBEDDED, Set.of());
        for (var read : new InputFiles(shown.in(), List.of(file))) {
            var verdict = judge.judge(read);
            if (verdict.anyError()) {
                new FindingPrinter(shown, false).print(verdict);
                return List.of();
            }
            verdict.pods().forEach(pod -> pods.add(pod.document().pod()));
        }
        return pods;
    }

    private static ExitCode live(Terminal shown, Lives lives, Optional<PodManifest> pod) {
        var first = lives.first();
        var count = lives.count();
        var report =
                Simulation.ofEngine(pod)
                        .run(first, count, now -> progress(shown.err(), now - first, count));
        if (shown.err().coloured()) {
            shown.err().stream().print("\r\u001b[K");
        }
        report.failure().ifPresent(failure -> tell(shown, lives, failure));
        var name = pod.map(it -> it.meta().podName() + ": ").orElse("");
        shown.out().line(name + report.summary());
        return report.failure().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    /// One line that is written over, and only where somebody watches.
    private static void progress(Output err, long done, int count) {
        if (err.coloured() && done % PROGRESS == 0) {
            err.stream().print("\r%,d of %,d seeds".formatted(done, count));
        }
    }

    private static void tell(Terminal shown, Lives lives, Failure failure) {
        var given = lives.file().map(" --pod "::concat).orElse("");
        shown.out().line(failure.text());
        shown.out()
                .line(
                        "repeat it with: ./bookend simulate --seed %d%s"
                                .formatted(failure.seed(), given));
    }
}
