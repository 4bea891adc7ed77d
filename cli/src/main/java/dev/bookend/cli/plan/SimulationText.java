package dev.bookend.cli.plan;

import dev.bookend.cli.terminal.Colour;
import dev.bookend.cli.terminal.Output;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A simulated life for people: a bar and the times of every container, and what took so long.
final class SimulationText {
    private static final int BAR = 40;
    private final Output out;
    private final PodPlan plan;
    private final Simulation simulation;
    private final int width;

    SimulationText(Output out, PodPlan plan, Simulation simulation) {
        this.out = out;
        this.plan = plan;
        this.simulation = simulation;
        this.width =
                plan.containers().keySet().stream()
                        .mapToInt(it -> it.text().length())
                        .max()
                        .orElse(0);
    }

    void print() {
        out.line(
                out.paint(Colour.CYAN, "simulated")
                        + "  · waits  ░ starts  █ ready  ▒ preStop  ▓ stops");
        simulation.spans().forEach(this::printSpan);
        out.line("  launch takes %s%s".formatted(launch(), chain(chains().launch())));
        out.line("  exit takes %s%s".formatted(exit(), chain(chains().exit())));
        out.line(cut());
        simulation.givenUp().forEach(it -> out.line("  " + out.paint(Colour.RED, it)));
    }

    private CriticalChain chains() {
        return new CriticalChain(plan, simulation);
    }

    private String launch() {
        return Times.text(simulation.launched());
    }

    private String exit() {
        return "%s, the grace is %s"
                .formatted(
                        Times.text(simulation.end().minus(simulation.stop())),
                        Times.text(simulation.deadline().minus(simulation.stop())));
    }

    private void printSpan(ContainerName name, Simulation.Span span) {
        var label = ("%-" + width + "s").formatted(name);
        out.line(
                "  %s  %s  %s".formatted(out.paint(Colour.GREEN, label), bar(span), moments(span)));
    }

    private String bar(Simulation.Span span) {
        var cells = new StringBuilder();
        for (var i = 0; i < BAR; i++) {
            var at = simulation.end().multipliedBy(2L * i + 1).dividedBy(2L * BAR);
            cells.append(cell(span, at));
        }
        return cells.toString();
    }

    private static char cell(Simulation.Span span, Duration at) {
        if (!reached(span.at(NoticeReason.STARTED), at)) {
            return '·';
        }
        if (reached(span.end(), at)) {
            return ' ';
        }
        if (reached(span.at(NoticeReason.KILLING), at)) {
            return '▓';
        }
        if (reached(span.at(NoticeReason.PRE_STOPPING), at)) {
            return '▒';
        }
        return reached(span.at(NoticeReason.READY), at) ? '█' : '░';
    }

    private static boolean reached(Optional<Duration> moment, Duration at) {
        return moment.filter(it -> it.compareTo(at) <= 0).isPresent();
    }

    private static String moments(Simulation.Span span) {
        return List.of(
                        moment("start", span.at(NoticeReason.STARTED)),
                        moment("ready", span.at(NoticeReason.READY)),
                        moment("preStop", span.at(NoticeReason.PRE_STOPPING)),
                        moment("signal", span.at(NoticeReason.KILLING)),
                        moment("SIGKILL", span.at(NoticeReason.KILLED)),
                        moment("end", span.end()))
                .stream()
                .flatMap(Optional::stream)
                .collect(Collectors.joining("  "));
    }

    private static Optional<String> moment(String word, Optional<Duration> at) {
        return at.map(it -> word + " " + Times.text(it));
    }

    private static String chain(List<ContainerName> names) {
        return names.isEmpty()
                ? ""
                : names.stream()
                        .map(ContainerName::text)
                        .collect(Collectors.joining(" → ", ", critical chain: ", ""));
    }

    private String cut() {
        var names = simulation.cut();
        if (names.isEmpty()) {
            var left = simulation.deadline().minus(simulation.end());
            return "  nobody is cut at the grace"
                    + (left.isNegative() ? "" : ", %s are left".formatted(Times.text(left)));
        }
        var all = names.stream().map(ContainerName::text).collect(Collectors.joining(", "));
        return "  " + out.paint(Colour.RED, "cut at the grace: " + all);
    }
}
