package dev.bookend.cli.live;

import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// What a pod's life came to: a line for the pod, a line a container, the path of the journal.
final class Summary {
    private Summary() {}

    static List<String> of(PodPlan plan, PodState pod, String journal) {
        var width = plan.containers().keySet().stream().mapToInt(it -> it.text().length()).max();
        var lines =
                plan.containers().keySet().stream()
                        .map(name -> line(name, pod.life(name), width.orElse(0)));
        return Stream.of(
                        Stream.of("%s: %s".formatted(plan.pod(), end(pod))),
                        lines,
                        Stream.of("journal: " + journal))
                .flatMap(each -> each)
                .toList();
    }

    private static String end(PodState pod) {
        return pod.stage() instanceof PodStage.Ended(var cause, var phase, var at)
                ? "%s (%s) after %s"
                        .formatted(
                                phase.word(),
                                cause.words(),
                                Moments.words(Duration.between(pod.begun(), at)))
                : "left as it is";
    }

    private static String line(ContainerName name, ContainerLife life, int width) {
        var padded = name + " ".repeat(width - name.text().length());
        var restarts = life.restarts() == 1 ? "1 restart" : life.restarts() + " restarts";
        return "  %s  %s, %s"
                .formatted(
                        padded,
                        life.lastRun().map(Summary::words).orElse("never started"),
                        restarts);
    }

    private static String words(PastRun run) {
        var said = run.exit().firstLine();
        return "exit code %d (%s) after %s%s"
                .formatted(
                        run.exit().code(),
                        run.exit().reason().word(),
                        Moments.words(Duration.between(run.began(), run.ended())),
                        said.isEmpty() ? "" : " (\"" + said + "\")");
    }
}
