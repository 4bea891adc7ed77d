package dev.bookend.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.cli.terminal.Window;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// The live lines in windows that are too small for them.
class LiveReportTest {
    private static final String LONG = "a-container-whose-name-is-longer-than-the-window-is-wide";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Output out =
            new Output(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, true);

    @Test
    void noLineIsWiderThanTheWindow() {
        for (var columns : List.of(1, 2, 20, 40, 60, 70)) {
            assertThat(drawn(List.of(LONG, "app"), 0, columns, 24))
                    .as("%d columns", columns)
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
        }
    }

    @Test
    void aLongNameLeavesRoomForTheState() {
        assertThat(drawn(List.of(LONG, "app"), 2, 40, 24))
                .first()
                .asString()
                .startsWith("a-container-")
                .endsWith("ready");
    }

    @Test
    void whoIsReadyLeavesTheRoomToWhoIsNot() {
        assertThat(drawn(List.of("one", "two", "three", "four", "five", "six"), 4, 80, 6))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("one").contains("ready"),
                        line -> assertThat(line).startsWith("five"),
                        line -> assertThat(line).startsWith("six"),
                        line -> assertThat(line).isEqualTo("… 3 more, all ready or done"));
        assertThat(drawn(List.of("one", "two", "three", "four", "five", "six"), 2, 80, 5))
                .last()
                .isEqualTo("… 4 more, 2 of them not ready");
    }

    @Test
    void aTerminalThatOnlyPrintsLinesGetsNothingElse() {
        assertThat(Terminal.draws(Map.of("TERM", "dumb"))).isFalse();
        assertThat(Terminal.draws(Map.of("TERM", "xterm"))).isTrue();
        assertThat(Terminal.draws(Map.of())).isTrue();
    }

    /// The lines of a pod whose first containers are ready.
    private List<String> drawn(List<String> names, int ready, int columns, int rows) {
        bytes.reset();
        var plan = BegunPod.plan(names);
        var pod = BegunPod.of(plan, names.subList(0, ready));
        var window = Window.fixed(columns, rows);
        var report = new LiveReport(out, new Names(out, List.of(plan)), window, () -> BegunPod.AT);
        report.changed(plan, pod);
        report.refresh();
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
