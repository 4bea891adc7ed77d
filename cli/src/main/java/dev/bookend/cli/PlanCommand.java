package dev.bookend.cli;

import dev.bookend.lifecycle.Home;
import dev.bookend.manifest.ManifestJudge;
import dev.bookend.manifest.ManifestJudge.PlannedPod;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// `bookend plan`: the launch and exit order of pods.
@Command(
        name = "plan",
        description = "Print launch and exit order, level by level, and who waits for whom.",
        footer = {
            "",
            "What --simulate knows of a container: start (until it is ready), exit (from its stop",
            "signal to its end), run (until it ends by itself), postStart, preStop (the hooks)."
        })
final class PlanCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private final CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "YAML or JSON files; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text (default), json: one object a pod, or mermaid.")
    private Format format = Format.TEXT;

    @Option(
            names = "--simulate",
            paramLabel = "TIMES",
            description = "Add times, as in \"app:start=2s,exit=20s;envoy:exit=1s\".")
    private @Nullable String times;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            description = "The grace of a stop, instead of the pods' own.")
    private @Nullable Integer grace;

    PlanCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /// How plans are written.
    enum Format {
        TEXT,
        JSON,
        MERMAID
    }

    @Override
    public Integer call() {
        if (grace != null && grace < 0) {
            throw usage("--grace is %d, and must be 0 or more".formatted(grace));
        }
        var shown = common.apply(terminal);
        var judge = new ManifestJudge(Home.EMBEDDED, Set.of());
        var pods = new ArrayList<PlannedPod>();
        var bad = false;
        for (var file : new InputFiles(shown.in(), files)) {
            var verdict = judge.judge(file);
            if (verdict.anyError()) {
                new FindingPrinter(shown, false).print(verdict);
                bad = true;
            }
            pods.addAll(verdict.pods());
        }
        if (!bad) {
            print(pods.stream().map(this::withGrace).toList(), shown);
        }
        return (bad ? ExitCode.USAGE : ExitCode.OK).number();
    }

    private PlannedPod withGrace(PlannedPod pod) {
        return grace == null
                ? pod
                : new PlannedPod(
                        pod.document(),
                        pod.plan().withGrace(Duration.ofSeconds(grace)),
                        pod.warnings());
    }

    private void print(List<PlannedPod> pods, Terminal shown) {
        var simulations = simulations(pods);
        for (var i = 0; i < pods.size(); i++) {
            var pod = pods.get(i);
            var simulation = simulations.get(i);
            switch (format) {
                case TEXT -> new PlanText(shown.out(), pod).print(simulation);
                case JSON -> shown.out().line(PlanJson.of(pod, simulation).line());
                case MERMAID -> shown.out().line(PlanMermaid.of(pod.plan()));
            }
        }
    }

    /// Everything is simulated before anything is printed, because the times may be wrong.
    private List<Optional<Simulation>> simulations(List<PlannedPod> pods) {
        if (times == null) {
            return pods.stream().map(_ -> Optional.<Simulation>empty()).toList();
        }
        try {
            var parsed = SimulatedTimes.parse(times);
            parsed.judge(pods.stream().map(PlannedPod::plan).toList());
            return pods.stream()
                    .map(pod -> Optional.of(VirtualRun.of(pod.plan(), parsed)))
                    .toList();
        } catch (IllegalArgumentException wrong) {
            throw usage("--simulate: " + wrong.getMessage());
        }
    }

    private ParameterException usage(String says) {
        return new ParameterException(spec.commandLine(), says);
    }
}
