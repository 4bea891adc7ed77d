package dev.bookend.cli.plan;

import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.Level;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonDraft;
import dev.bookend.manifest.read.ManifestJudge.PlannedPod;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A plan for programs.
final class PlanJson {
    private static final double MILLIS = 1000.0;

    private PlanJson() {}

    static Json of(PlannedPod pod, Optional<Simulation> simulation) {
        var plan = pod.plan();
        var init = plan.of(ContainerKind.INIT).map(it -> it.name().text()).toList();
        var draft =
                Json.object()
                        .put("pod", plan.pod().toString())
                        .put("init", init)
                        .put("launch", levels(plan.launchLevels()))
                        .put("exit", levels(plan.exitLevels()))
                        .put("graceSeconds", plan.grace().toSeconds())
                        .put("warnings", pod.warnings().stream().map(Finding::sentence).toList());
        simulation.ifPresent(it -> draft.put("simulation", simulated(pod, it)));
        return draft.done();
    }

    private static Json levels(List<Level> levels) {
        return new Json.Arr(levels.stream().map(it -> names(it.containers())).toList());
    }

    private static Json names(List<ContainerName> names) {
        return Json.ofTexts(names.stream().map(ContainerName::text).toList());
    }

    private static Json simulated(PlannedPod pod, Simulation simulation) {
        var containers = Json.object();
        simulation.spans().forEach((name, span) -> containers.put(name.text(), moments(span)));
        var chain = new CriticalChain(pod.plan(), simulation);
        return Json.object()
                .put("launchSeconds", seconds(simulation.launched()))
                .put("exitSeconds", seconds(simulation.end().minus(simulation.stop())))
                .put("containers", containers.done())
                .put("launchChain", names(chain.launch()))
                .put("exitChain", names(chain.exit()))
                .put("cut", names(simulation.cut()))
                .done();
    }

    private static Json moments(Simulation.Span span) {
        var draft = Json.object();
        put(draft, "started", span.at(NoticeReason.STARTED));
        put(draft, "ready", span.at(NoticeReason.READY));
        put(draft, "preStop", span.at(NoticeReason.PRE_STOPPING));
        put(draft, "signalled", span.at(NoticeReason.KILLING));
        put(draft, "killed", span.at(NoticeReason.KILLED));
        put(draft, "ended", span.end());
        return draft.done();
    }

    private static void put(JsonDraft draft, String name, Optional<Duration> at) {
        at.ifPresent(it -> draft.put(name, seconds(it)));
    }

    private static Json seconds(Duration length) {
        var whole = length.toMillis() % (long) MILLIS == 0;
        return whole
                ? Json.of(length.toSeconds())
                : new Json.Num(Double.toString(length.toMillis() / MILLIS));
    }
}
