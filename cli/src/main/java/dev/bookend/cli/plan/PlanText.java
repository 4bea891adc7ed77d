package dev.bookend.cli.plan;

import dev.bookend.cli.terminal.Colour;
import dev.bookend.cli.terminal.Output;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.Level;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.read.ManifestJudge.PlannedPod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A plan for people: one line a container, level by level.
final class PlanText {
    private final Output out;
    private final PodPlan plan;
    private final List<Finding> warnings;
    private final Waits waits;
    private final int width;

    PlanText(Output out, PlannedPod pod) {
        this.out = out;
        this.plan = pod.plan();
        this.warnings = pod.warnings();
        this.waits = new Waits(plan);
        this.width =
                plan.containers().keySet().stream()
                        .mapToInt(it -> it.text().length())
                        .max()
                        .orElse(0);
    }

    void print(Optional<Simulation> simulation) {
        out.line(
                "%s  grace %s"
                        .formatted(
                                out.paint(Colour.BOLD, plan.pod().toString()),
                                Times.text(plan.grace())));
        out.line(out.paint(Colour.CYAN, "launch"));
        plan.of(ContainerKind.INIT).forEach(it -> line("init", it, launchWords(it)));
        levels(plan.launchLevels(), true);
        out.line(out.paint(Colour.CYAN, "exit"));
        levels(plan.exitLevels(), false);
        warnings.forEach(it -> out.line(out.paint(Colour.YELLOW, "warning: ") + it.sentence()));
        simulation.ifPresent(it -> new SimulationText(out, plan, it).print());
    }

    private void levels(List<Level> levels, boolean launch) {
        for (var i = 0; i < levels.size(); i++) {
            var number = Integer.toString(i + 1);
            for (var name : levels.get(i).containers()) {
                var container = plan.container(name);
                line(number, container, launch ? launchWords(container) : exitWords(container));
                number = "";
            }
        }
    }

    private void line(String level, ContainerPlan container, String words) {
        var name = ("%-" + width + "s").formatted(container.name());
        out.line("  %4s  %s  %s".formatted(level, out.paint(Colour.GREEN, name), words));
    }

    private String launchWords(ContainerPlan container) {
        var gates = waits.launch(container);
        var wait =
                gates.isEmpty()
                        ? "starts first"
                        : "waits for "
                                + gates.stream()
                                        .map(it -> it.of() + " " + it.condition().word())
                                        .collect(Collectors.joining(", "));
        return sentence(wait, kindWord(container), readyWords(container));
    }

    private static String kindWord(ContainerPlan container) {
        return switch (container.kind()) {
            case INIT -> "runs to its end";
            case NATIVE_SIDECAR -> "native sidecar";
            case SIDECAR -> "sidecar";
            case STANDARD -> "";
        };
    }

    private static String readyWords(ContainerPlan container) {
        var conditions = new ArrayList<String>();
        if (container.hasHook(HookKind.POST_START)) {
            conditions.add("postStart");
        }
        for (var kind : List.of(ProbeKind.STARTUP, ProbeKind.READINESS)) {
            container.probe(kind).ifPresent(_ -> conditions.add(kind.word() + " probe"));
        }
        return conditions.isEmpty() ? "" : "ready after " + String.join(", ", conditions);
    }

    private String exitWords(ContainerPlan container) {
        var earlier = waits.exit(container);
        var wait = earlier.isEmpty() ? "exits first" : "waits for the end of " + names(earlier);
        return sentence(wait, preStopWords(container), signalWord(container));
    }

    private static String preStopWords(ContainerPlan container) {
        if (!container.hasHook(HookKind.PRE_STOP)) {
            return "";
        }
        return container.kind().isSidecar() ? "preStop at the start of the exit" : "preStop first";
    }

    private static String signalWord(ContainerPlan container) {
        var name = container.stopSignal().name();
        return name.equals("TERM") ? "" : "stopped by SIG" + name;
    }

    private static String names(List<ContainerName> names) {
        return names.stream().map(ContainerName::text).collect(Collectors.joining(", "));
    }

    private static String sentence(String... parts) {
        return List.of(parts).stream()
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
    }
}
