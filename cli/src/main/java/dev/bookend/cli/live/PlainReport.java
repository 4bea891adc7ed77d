package dev.bookend.cli.live;

import dev.bookend.agent.log.LogLine;
import dev.bookend.cli.terminal.Colour;
import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Printable;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

/// A line for every notice and every line of output.
public final class PlainReport implements Report {
    private final Output out;
    private final Names names;

    public PlainReport(Output out, Names names) {
        this.out = out;
        this.names = names;
    }

    @Override
    public void say(String text) {
        out.line(text);
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        out.line(line(plan.pod(), notice));
    }

    String line(PodName pod, Notice notice) {
        var who =
                notice.container()
                        .map(name -> names.padded(pod, name))
                        .orElse(names.paddedPod(pod));
        var warning = notice.tone() == Notice.Tone.WARNING;
        return "%s %s %s: %s"
                .formatted(
                        out.paint(Colour.DIM, Moments.ofDay(notice.at())),
                        who,
                        warning
                                ? out.paint(Colour.YELLOW, notice.reason().word())
                                : notice.reason().word(),
                        Printable.line(notice.message()));
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {}

    @Override
    public void printed(LogLine line) {
        out.line(text(line));
    }

    String text(LogLine line) {
        var bar = line.error() ? out.paint(Colour.RED, "|") : "|";
        ContainerName container = line.container();
        return "%s %s %s"
                .formatted(names.padded(line.pod(), container), bar, Printable.line(line.text()));
    }

    @Override
    public void refresh() {}

    @Override
    public void summed(PodPlan plan, PodState pod, String journal) {
        Summary.of(plan, pod, journal).forEach(this::say);
    }

    @Override
    public void close() {}
}
