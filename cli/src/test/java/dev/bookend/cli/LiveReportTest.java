package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.PodCharge;
import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.ContainerName;
import dev.bookend.lifecycle.Engine;
import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodState;
import dev.bookend.lifecycle.RuntimeId;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The live lines in windows that are too small for them.
class LiveReportTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
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
        var plan = plan(names);
        var pod = Engine.step(plan, PodState.unborn(plan), new Event.PodAccepted(T0)).pod();
        for (var name : names.subList(0, ready)) {
            var attempt = new Attempt(new ContainerName(name), 1);
            var started = new Event.ContainerStarted(attempt, new RuntimeId(name), T0);
            pod = Engine.step(plan, pod, started).pod();
        }
        var window = Window.fixed(columns, rows);
        var report = new LiveReport(out, new Names(out, List.of(plan)), window, () -> T0);
        report.changed(plan, pod);
        report.refresh();
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static PodPlan plan(List<String> names) {
        var pod = new StringBuilder("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: ");
        var containers = names.stream().map("{name: %s, image: x, command: [x]}"::formatted);
        pod.append("{containers: ").append(containers.toList()).append("}}");
        return PodCharge.read(pod.toString(), Optional.empty()).orElseThrow().plan();
    }
}
