package dev.bookend.cli.live;

import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.status.Wait;
import dev.bookend.lifecycle.status.Waits;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A container in a live view: its state, what it waits for and since when, its restarts.
record ContainerLine(ContainerName name, String state, String waiting, int restarts) {
    static List<ContainerLine> of(PodPlan plan, PodState pod, Instant now) {
        var waits = Waits.of(plan, pod);
        return plan.containers().keySet().stream()
                .map(name -> of(name, pod.life(name), waits, now))
                .toList();
    }

    private static ContainerLine of(
            ContainerName name, ContainerLife life, List<Wait> waits, Instant now) {
        var wait =
                waits.stream()
                        .filter(each -> each.container().equals(name))
                        .findFirst()
                        .map(each -> words(each, now))
                        .orElse("");
        return new ContainerLine(name, word(life.state()), wait, life.restarts());
    }

    private static String words(Wait wait, Instant now) {
        var since = Moments.words(Duration.between(wait.since(), now));
        var until =
                wait.until()
                        .map(
                                end ->
                                        ", at most %s more"
                                                .formatted(
                                                        Moments.words(Duration.between(now, end))))
                        .orElse("");
        return "waits for %s, since %s%s".formatted(wait.what(), since, until);
    }

    private static String word(ContainerState state) {
        return switch (state) {
            case ContainerState.Waiting _ -> "waiting";
            case ContainerState.Starting _ -> "starting";
            case ContainerState.Withdrawn _ -> "withdrawn";
            case ContainerState.PostStarting _ -> "postStart";
            case ContainerState.Running(var run) -> run.ready() ? "ready" : "running";
            case ContainerState.AwaitingTurn _ -> "to exit";
            case ContainerState.PreStopping _ -> "preStop";
            case ContainerState.Stopping _ -> "stopping";
            case ContainerState.Killed _ -> "killed";
            case ContainerState.BackingOff _ -> "back-off";
            case ContainerState.Finished(var exit, _) -> "exited " + exit.code();
        };
    }

    /// Whether there is nothing to look at: it is ready, or has ended well.
    boolean isCalm() {
        return state.equals("ready") || state.equals("exited 0");
    }

    /// The line without its name.
    String text() {
        var again = restarts == 0 ? "" : restarts == 1 ? "1 restart" : restarts + " restarts";
        return "%-10s %s%s%s"
                .formatted(state, waiting, waiting.isEmpty() || again.isEmpty() ? "" : "; ", again)
                .stripTrailing();
    }
}
