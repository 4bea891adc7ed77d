package dev.bookend.cli.live;

import dev.bookend.agent.log.LogLine;
import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Window;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.PodName;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// One live line a container at the bottom of a terminal; all else scrolls above them.
///
/// The cursor is never hidden and every drawing ends below the lines, so that whatever ends the
/// program leaves the terminal in order.
public final class LiveReport implements Report {
    /// The columns of a state, with what parts it from the name.
    private static final int STATE = 12;

    /// More than this is not kept for the next drawing.
    private static final int MOST_ABOVE = 64 * 1024;

    private final Output out;
    private final Names names;
    private final PlainReport plain;
    private final Window window;
    private final InstantSource time;
    private final Map<PodPlan, PodState> pods = new LinkedHashMap<>();
    private final StringBuilder above = new StringBuilder();
    private int drawn;

    public LiveReport(Output out, Names names, Window window, InstantSource time) {
        this.out = out;
        this.names = names;
        this.window = window;
        this.time = time;
        plain = new PlainReport(out, names);
    }

    @Override
    public void say(String text) {
        above.append(text).append('\n');
        if (above.length() > MOST_ABOVE) {
            refresh();
        }
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
        var all = new ArrayList<Line>();
        pods.forEach(
                (plan, pod) ->
                        ContainerLine.of(plan, pod, now)
                                .forEach(each -> all.add(new Line(plan.pod(), each))));
        var shown = worthTheRoom(all, Math.max(1, window.rows() - 2));
        var lines = new ArrayList<>(shown.stream().map(this::fitted).toList());
        if (shown.size() < all.size()) {
            lines.add(Names.cut(rest(all, shown), window.columns()));
        }
        return lines;
    }

    private record Line(PodName pod, ContainerLine container) {}

    /// Where there is no room for all, those that are ready or done stay away first.
    private static List<Line> worthTheRoom(List<Line> all, int room) {
        if (all.size() <= room) {
            return all;
        }
        var chosen =
                all.stream()
                        .sorted(Comparator.comparing(each -> each.container().isCalm()))
                        .limit(room - 1)
                        .collect(Collectors.toSet());
        return all.stream().filter(chosen::contains).toList();
    }

    private static String rest(List<Line> all, List<Line> shown) {
        var more = all.size() - shown.size();
        var calm =
                all.stream()
                        .filter(each -> each.container().isCalm() && !shown.contains(each))
                        .count();
        return calm == more
                ? "… %d more, all ready or done".formatted(more)
                : "… %d more, %d of them not ready".formatted(more, more - calm);
    }

    /// A line that wraps would break the count of lines to clear. A long name leaves room for the
    /// state.
    private String fitted(Line line) {
        var columns = window.columns();
        var name = Math.min(names.width(), Math.max(columns - STATE, columns / 2));
        var room = Math.max(0, columns - name - 2);
        return names.padded(line.pod(), line.container().name(), name)
                + (room == 0 ? "" : "  " + Names.cut(line.container().text(), room));
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
