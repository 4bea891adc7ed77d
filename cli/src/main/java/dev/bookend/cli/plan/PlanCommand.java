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
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.manifest.read.ManifestJudge.PlannedPod;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `bookend plan`: the launch and exit order of pods.
public final class PlanCommand implements Command {
    private static final Option<Format> FORMAT =
            Option.of(
                    "-o --output",
                    "FORMAT",
                    Reading.choice(Format.class),
                    "text (default), json: one object a pod, or mermaid.");
    private static final Option<String> SIMULATE =
            Option.text(
                    "--simulate",
                    "TIMES",
                    "Add times, as in \"app:start=2s,exit=20s;envoy:exit=1s\".");
    private static final Option<Integer> GRACE =
            Option.of(
                    "--grace",
                    "SECONDS",
                    Reading.INTEGER,
                    "The grace of a stop, instead of the pods' own.");

    private static final Option<Home> HOME =
            Option.of(
                    "--home",
                    "HOME",
                    Reading.choice(Home.class),
                    "embedded (one machine, default) or cluster.");

    /// How plans are written.
    enum Format {
        TEXT,
        JSON,
        MERMAID
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "plan",
                        "Print launch and exit order, level by level, and who waits for whom.")
                .taking(InputFiles.NAMES)
                .with(FORMAT, SIMULATE, GRACE, HOME)
                .closing(
                        "What --simulate knows of a container: start (until it is ready), exit"
                                + " (from its",
                        "stop signal to its end), run (until it ends by itself), postStart,"
                                + " preStop (the",
                        "hooks).");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) {
        var grace = given.value(GRACE);
        if (grace.filter(seconds -> seconds < 0).isPresent()) {
            throw new UsageProblem("--grace is %d, and must be 0 or more".formatted(grace.get()));
        }
        var judge = new ManifestJudge(given.value(HOME, Home.EMBEDDED), Set.of());
        var pods = new ArrayList<PlannedPod>();
        var bad = false;
        for (var file : new InputFiles(terminal.in(), given.words())) {
            var verdict = judge.judge(file);
            if (verdict.anyError()) {
                new FindingPrinter(terminal, false).print(verdict);
                bad = true;
            }
            pods.addAll(verdict.pods());
        }
        if (bad) {
            return ExitCode.USAGE;
        }
        grace.map(Duration::ofSeconds).ifPresent(it -> pods.replaceAll(pod -> within(it, pod)));
        print(pods, terminal.out(), given);
        return ExitCode.OK;
    }

    private static PlannedPod within(Duration grace, PlannedPod pod) {
        return new PlannedPod(pod.document(), pod.plan().withGrace(grace), pod.warnings());
    }

    private static void print(List<PlannedPod> pods, Output output, Given given) {
        var simulations = simulations(pods, given.value(SIMULATE));
        for (var i = 0; i < pods.size(); i++) {
            var pod = pods.get(i);
            var simulation = simulations.get(i);
            switch (given.value(FORMAT, Format.TEXT)) {
                case TEXT -> new PlanText(output, pod).print(simulation);
                case JSON -> output.line(PlanJson.of(pod, simulation).line());
                case MERMAID -> output.line(PlanMermaid.of(pod.plan()));
            }
        }
    }

    /// Everything is simulated before anything is printed, because the times may be wrong.
    private static List<Optional<Simulation>> simulations(
            List<PlannedPod> pods, Optional<String> times) {
        if (times.isEmpty()) {
            return pods.stream().map(_ -> Optional.<Simulation>empty()).toList();
        }
        try {
            var parsed = SimulatedTimes.parse(times.get());
            parsed.judge(pods.stream().map(PlannedPod::plan).toList());
            return pods.stream()
                    .map(pod -> Optional.of(VirtualRun.of(pod.plan(), parsed)))
                    .toList();
        } catch (IllegalArgumentException wrong) {
            throw new UsageProblem("--simulate: " + wrong.getMessage());
        }
    }
}
