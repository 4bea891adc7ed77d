package dev.bookend.api.health;

import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.Killed;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Stopping;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.plan.Level;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Measures one pod by what differs between two looks at it. An agent that takes a pod over begins
/// with its first look, so that nothing is counted twice. Called by the pod's thread only.
public final class PodMeter {
    private final Metrics metrics;
    private final Map<ContainerName, String> causes = new HashMap<>();
    private Optional<PodState> last = Optional.empty();
    private Optional<Instant> levelBegan = Optional.empty();

    public PodMeter(Metrics metrics) {
        this.metrics = metrics;
    }

    public void told(Notice notice) {
        switch (notice.reason()) {
            case UNHEALTHY -> metrics.count("bookend_probe_failures_total");
            case KILLED -> metrics.count("bookend_kills_total");
            case EXIT_ORDER_GIVEN_UP -> metrics.count("bookend_exit_orders_given_up_total");
            default -> {}
        }
    }

    public void changed(PodPlan plan, PodState pod) {
        last.ifPresent(
                before -> {
                    pod.containers().keySet().forEach(name -> compare(name, before, pod));
                    levels(plan, before, pod);
                    recreations(before, pod);
                });
        last = Optional.of(pod);
    }

    private void compare(ContainerName name, PodState before, PodState pod) {
        var was = before.life(name);
        var is = pod.life(name);
        if (was.state().equals(is.state())) {
            return;
        }
        measure(was.state(), is.state(), pod.latest());
        var cause = cause(name, before, pod);
        if (is.state() instanceof BackingOff) {
            causes.put(name, cause);
        }
        if (is.attempts() > was.attempts() && is.restarts() > 0) {
            var known = Optional.ofNullable(causes.remove(name));
            metrics.count(
                    "bookend_restarts_total{cause=\"%s\"}"
                            .formatted(cause.equals("recreate") ? cause : known.orElse(cause)));
        }
    }

    private void measure(ContainerState was, ContainerState is, Instant at) {
        switch (was) {
            case Waiting(var since) when is instanceof ContainerState.Starting ->
                    observe("bookend_gate_wait_seconds", since, at);
            case PostStarting(var run) when !(is instanceof PostStarting) ->
                    observe("bookend_hook_seconds{hook=\"postStart\"}", run.since(), at);
            case PreStopping(_, _, _, var since) when !(is instanceof PreStopping) ->
                    observe("bookend_hook_seconds{hook=\"preStop\"}", since, at);
            default -> {}
        }
    }

    private void observe(String name, Instant since, Instant at) {
        metrics.observe(name, Duration.between(since, at));
    }

    /// Why a container that is started again was down.
    private static String cause(ContainerName name, PodState before, PodState pod) {
        var reason = stop(before.state(name)).map(Stop::reason);
        if (isRecreated(name, before, pod)
                || reason.filter(Reason.RECREATE_REQUESTED::equals).isPresent()) {
            return "recreate";
        }
        return switch (reason.orElse(Reason.RESTART)) {
            case LIVENESS_FAILED -> "liveness";
            case STARTUP_FAILED -> "startup";
            case POST_START_FAILED -> "postStart";
            default -> cause(pod.life(name));
        };
    }

    private static String cause(ContainerLife life) {
        var exit = life.lastRun().map(it -> it.exit()).orElse(Exit.of(1));
        return switch (exit.reason()) {
            case SANDBOX_CHANGED -> "sandbox";
            case OOM_KILLED -> "oom";
            case START_ERROR, CONFIG_ERROR -> "start";
            case COMPLETED -> "completed";
            case ERROR, SHIM_LOST -> exit.success() ? "completed" : "crash";
        };
    }

    private static Optional<Stop> stop(ContainerState state) {
        return switch (state) {
            case PreStopping(_, var stop, _, _) -> Optional.of(stop);
            case Stopping(_, var stop, _) -> Optional.of(stop);
            case Killed(_, var stop, _) -> Optional.of(stop);
            default -> Optional.empty();
        };
    }

    /// A request that starts what was down has just begun to wait for it.
    private static boolean isRecreated(ContainerName name, PodState before, PodState pod) {
        return pod.recreations().values().stream()
                .anyMatch(
                        it ->
                                it.parts().get(name) instanceof RecreatePart.Recreating
                                        && !isRecreating(before, it.request().id(), name));
    }

    private static boolean isRecreating(PodState pod, RequestId id, ContainerName name) {
        return Optional.ofNullable(pod.recreations().get(id))
                .filter(it -> it.parts().get(name) instanceof RecreatePart.Recreating)
                .isPresent();
    }

    /// A level's exit lasts from the end of the level before it to the end of its last container.
    private void levels(PodPlan plan, PodState before, PodState pod) {
        if (!(pod.stage() instanceof PodStage.Terminating)
                && !(pod.stage() instanceof PodStage.Ended)) {
            return;
        }
        var began = levelBegan.orElseGet(() -> terminatingSince(before, pod));
        levelBegan = Optional.of(began);
        for (var level : plan.exitLevels()) {
            if (runs(level, before) && !runs(level, pod)) {
                observe("bookend_level_exit_seconds", levelBegan.orElse(began), pod.latest());
                levelBegan = Optional.of(pod.latest());
            }
        }
    }

    private static Instant terminatingSince(PodState before, PodState pod) {
        return pod.stage() instanceof PodStage.Terminating now ? now.since() : before.latest();
    }

    private static boolean runs(Level level, PodState pod) {
        return level.containers().stream().anyMatch(name -> pod.state(name).mayRun());
    }

    private void recreations(PodState before, PodState pod) {
        pod.recreations()
                .forEach(
                        (id, it) -> {
                            var was = Optional.ofNullable(before.recreations().get(id));
                            if (it.isOver() && was.filter(old -> old.isOver()).isEmpty()) {
                                metrics.recreated(it.isSuccess());
                            }
                        });
    }
}
