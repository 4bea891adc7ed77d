package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.Event.ProbeReported;
import dev.bookend.lifecycle.life.Health;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.Milestone;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Which probes run, and what their verdicts change.
public final class Probing {
    private Probing() {}

    /// The probes that must be running now; it follows from the state alone.
    public static Map<Attempt, Set<ProbeKind>> wanted(PodPlan plan, PodState pod) {
        var wanted = new LinkedHashMap<Attempt, Set<ProbeKind>>();
        pod.containers()
                .forEach(
                        (name, life) -> {
                            var kinds = wanted(plan.container(name), life.state());
                            if (!kinds.isEmpty() && life.state() instanceof Alive alive) {
                                wanted.put(alive.run().attempt(), kinds);
                            }
                        });
        return wanted;
    }

    private static Set<ProbeKind> wanted(ContainerPlan plan, ContainerState state) {
        var kinds =
                switch (state) {
                    case Running(var run) when run.started() ->
                            EnumSet.of(ProbeKind.LIVENESS, ProbeKind.READINESS);
                    case Running _ -> EnumSet.of(ProbeKind.STARTUP);
                    case AwaitingTurn(var run, _, _) when run.started() ->
                            EnumSet.of(ProbeKind.READINESS);
                    case PreStopping(var run, _, _, _) when run.started() ->
                            EnumSet.of(ProbeKind.READINESS);
                    default -> EnumSet.noneOf(ProbeKind.class);
                };
        kinds.removeIf(kind -> plan.probe(kind).isEmpty());
        return kinds;
    }

    static void reported(Draft draft, ProbeReported report) {
        var name = report.attempt().container();
        if (draft.state(name) instanceof Alive alive
                && alive.run().attempt().equals(report.attempt())
                && wanted(draft.plan.container(name), alive).contains(report.probe())) {
            apply(draft, alive, report);
        }
    }

    private static void apply(Draft draft, Alive alive, ProbeReported report) {
        switch (report.verdict()) {
            case PASSED -> passed(draft, alive, report.probe());
            case FAILING -> unhealthy(draft, report);
            case FAILED -> {
                unhealthy(draft, report);
                failed(draft, alive, report.probe());
            }
        }
    }

    private static void unhealthy(Draft draft, ProbeReported report) {
        draft.warn(
                report.attempt().container(),
                NoticeReason.UNHEALTHY,
                "%s probe failed: %s".formatted(report.probe().title(), report.detail()));
    }

    private static void passed(Draft draft, Alive alive, ProbeKind probe) {
        var name = alive.run().attempt().container();
        switch (probe) {
            case STARTUP -> Launching.passed(draft, name, Milestone.STARTUP);
            case READINESS -> {
                if (!alive.run().ready()) {
                    Launching.passed(draft, name, Milestone.READINESS);
                }
            }
            case LIVENESS -> {}
        }
    }

    private static void failed(Draft draft, Alive alive, ProbeKind probe) {
        switch (probe) {
            case STARTUP -> condemn(draft, alive.run(), probe, Reason.STARTUP_FAILED);
            case LIVENESS -> condemn(draft, alive.run(), probe, Reason.LIVENESS_FAILED);
            case READINESS ->
                    draft.put(
                            alive.run().attempt().container(),
                            alive.with(alive.run().with(Health.STARTED)));
        }
    }

    private static void condemn(Draft draft, Run run, ProbeKind probe, Reason reason) {
        var own = draft.plan.container(run.attempt().container()).probe(probe);
        var grace = own.flatMap(Probe::grace).orElse(draft.plan.grace());
        Stopping.alone(draft, run, reason, grace);
    }
}
