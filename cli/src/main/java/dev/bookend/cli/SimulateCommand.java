package dev.bookend.cli;

import dev.bookend.lifecycle.Home;
import dev.bookend.lifecycle.PodManifest;
import dev.bookend.manifest.ManifestJudge;
import dev.bookend.simulator.Failure;
import dev.bookend.simulator.Simulation;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// `bookend simulate`: lives pods in a simulated world and checks every promise at every step.
@Command(
        name = "simulate",
        description = "Live pods in a simulated world and check every promise at every step.",
        footer = {"", "Exit code 1 if a promise was broken; the seed repeats it."})
final class SimulateCommand implements Callable<Integer> {
    private static final int SEEDS = 1_000;
    private static final int PROGRESS = 100;
    private final Terminal terminal;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many lives to try (1000, or 1 with --seed).")
    private @Nullable Integer seeds;

    @Option(names = "--seed", paramLabel = "S", description = "The first seed (0).")
    private @Nullable Long seed;

    @Option(
            names = "--pod",
            paramLabel = "FILE",
            description = "The pod to live; without it each seed makes up its own.")
    private @Nullable String file;

    SimulateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (seeds != null && seeds < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--seeds is %d, and must be 1 or more".formatted(seeds));
        }
        var shown = common.apply(terminal);
        if (file == null) {
            return live(shown, Optional.empty()).number();
        }
        var pods = pods(shown, file);
        return pods.isEmpty() ? ExitCode.USAGE.number() : liveAll(shown, pods).number();
    }

    private ExitCode liveAll(Terminal shown, List<PodManifest> pods) {
        var worst = ExitCode.OK;
        for (var pod : pods) {
            var code = live(shown, Optional.of(pod));
            worst = code == ExitCode.OK ? worst : code;
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

    private ExitCode live(Terminal shown, Optional<PodManifest> pod) {
        var first = seed == null ? 0L : seed;
        var count = seeds != null ? seeds : seed == null ? SEEDS : 1;
        var report =
                Simulation.ofEngine(pod)
                        .run(first, count, now -> progress(shown.err(), now - first, count));
        if (shown.err().coloured()) {
            shown.err().stream().print("\r\u001b[K");
        }
        report.failure().ifPresent(failure -> tell(shown, failure));
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

    private void tell(Terminal shown, Failure failure) {
        var given = file == null ? "" : " --pod " + file;
        shown.out().line(failure.text());
        shown.out()
                .line(
                        "repeat it with: ./bookend simulate --seed %d%s"
                                .formatted(failure.seed(), given));
    }
}
