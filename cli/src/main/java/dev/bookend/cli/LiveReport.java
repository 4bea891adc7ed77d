package dev.bookend.cli;

import dev.bookend.agent.LogLine;
import dev.bookend.lifecycle.ContainerName;
import dev.bookend.lifecycle.Notice;
import dev.bookend.lifecycle.PodName;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodState;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One live line a container at the bottom of a terminal; all else scrolls above them.
///
/// The cursor is never hidden and every drawing ends below the lines, so that whatever ends the
/// program leaves the terminal in order.
final class LiveReport implements Report {
    private final Output out;
    private final Names names;
    private final PlainReport plain;
    private final Window window;
    private final InstantSource time;
    private final Map<PodPlan, PodState> pods = new LinkedHashMap<>();
    private final StringBuilder above = new StringBuilder();
    private int drawn;

    LiveReport(Output out, Names names, Window window, InstantSource time) {
        this.out = out;
        this.names = names;
        this.window = window;
        this.time = time;
        plain = new PlainReport(out, names);
    }

    @Override
    public void say(String text) {
        above.append(text).append('\n');
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        say(plain.line(plan.pod(), notice));
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {
        pods.put(plan, pod);
    }

    @Override
    public void printed(LogLine line) {
        say(plain.text(line));
    }

    /// Draws everything with one write, so that nothing flickers.
    @Override
    public void refresh() {
        var lines = lines(time.instant());
        var text = new StringBuilder();
        if (drawn > 0) {
            text.append("\u001b[").append(drawn).append("A\r\u001b[J");
        }
        text.append(above);
        lines.forEach(line -> text.append(line).append('\n'));
        above.setLength(0);
        drawn = lines.size();
        out.stream().print(text);
        out.stream().flush();
    }

    private List<String> lines(Instant now) {
        var lines = new ArrayList<String>();
        pods.forEach(
                (plan, pod) ->
                        ContainerLine.of(plan, pod, now)
                                .forEach(each -> lines.add(fitted(plan.pod(), each))));
        var room = Math.max(1, window.rows() - 2);
        if (lines.size() <= room) {
            return lines;
        }
        var shown = new ArrayList<>(lines.subList(0, room - 1));
        shown.add("… %d more".formatted(lines.size() - shown.size()));
        return shown;
    }

    /// A line that wraps would break the count of lines to clear.
    private String fitted(PodName pod, ContainerLine line) {
        ContainerName name = line.name();
        var room = Math.max(0, window.columns() - names.width() - 2);
        var text = line.text();
        return names.padded(pod, name)
                + "  "
                + (text.length() > room ? text.substring(0, Math.max(0, room - 1)) + "…" : text);
    }

    @Override
    public void summed(PodPlan plan, PodState pod, String journal) {
        pods.remove(plan);
        Summary.of(plan, pod, journal).forEach(this::say);
    }

    @Override
    public void close() {
        pods.clear();
        refresh();
    }
}
