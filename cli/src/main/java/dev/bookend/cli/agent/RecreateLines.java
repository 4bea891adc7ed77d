package dev.bookend.cli.agent;

import dev.bookend.cli.terminal.Colour;
import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Window;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.recreate.RecreateStatus.ContainerRecreateState;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A line for each container of a request: drawn anew on a terminal, else written when it changes.
final class RecreateLines {
    private static final int PHASE_AND_SPACES = 14;

    private final Output out;
    private final Window window;
    private final Map<ContainerName, ContainerRecreateState> shown = new HashMap<>();
    private int drawn;

    RecreateLines(Output out, Window window) {
        this.out = out;
        this.window = window;
    }

    void show(RecreateStatus status) {
        var width =
                status.containers().stream()
                        .mapToInt(each -> each.name().text().length())
                        .max()
                        .orElse(1);
        if (out.live()) {
            draw(status.containers().stream().map(each -> line(each, width)).toList());
        } else {
            status.containers().stream()
                    .filter(each -> !each.equals(shown.put(each.name(), each)))
                    .forEach(each -> out.line(line(each, width)));
        }
    }

    /// With one write, so that nothing flickers.
    private void draw(List<String> lines) {
        var text = new StringBuilder(drawn > 0 ? "\u001b[%dA\r\u001b[J".formatted(drawn) : "");
        lines.forEach(line -> text.append(line).append('\n'));
        drawn = lines.size();
        out.stream().print(text);
        out.stream().flush();
    }

    private String line(ContainerRecreateState each, int width) {
        var name = ("%-" + width + "s").formatted(each.name().text());
        var phase = "%-10s".formatted(each.phase().word());
        return "%s  %s  %s"
                .formatted(name, out.paint(colour(each), phase), fitted(each.message(), width))
                .stripTrailing();
    }

    /// A line that wraps would break the count of lines to clear.
    private String fitted(String message, int width) {
        var room = Math.max(1, window.columns() - width - PHASE_AND_SPACES);
        return out.live() && message.length() > room
                ? message.substring(0, room - 1) + "…"
                : message;
    }

    private static Colour colour(ContainerRecreateState each) {
        return switch (each.phase()) {
            case SUCCEEDED -> Colour.GREEN;
            case FAILED -> Colour.RED;
            case PENDING, RECREATING, COMPLETED -> Colour.YELLOW;
        };
    }
}
