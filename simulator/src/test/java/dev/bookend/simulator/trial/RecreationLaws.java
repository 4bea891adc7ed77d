package dev.bookend.simulator.trial;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.ConditionType;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateTarget;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.simulator.invariant.Violation;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What must hold of recreations, as an onlooker sees it from events and actions.
final class RecreationLaws {
    private final Map<RequestId, RecreateRequest> open = new LinkedHashMap<>();
    private final Map<RequestId, Set<ContainerName>> stops = new HashMap<>();
    private final Set<Attempt> stopped = new HashSet<>();

    void asked(RecreateRequest request) {
        open.put(request.id(), request);
    }

    void cancelled(RequestId id) {
        open.remove(id);
    }

    boolean isAnyOpen(PodState pod) {
        return pod.recreations().values().stream().anyMatch(it -> !it.isOver());
    }

    void judge(PodState prior, Event event, Step step) {
        step.actions().forEach(action -> judge(prior, action, event.at()));
        if (event instanceof Event.ContainerExited(var attempt, _, _)) {
            comesBack(attempt, step);
        }
        step.pod().recreations().values().forEach(it -> succeeded(prior, step.pod(), it));
        readiness(step.pod());
        step.pod().recreations().values().stream()
                .filter(RecreateProgress::isOver)
                .forEach(it -> open.remove(it.request().id()));
    }

    /// Each stop is what one request asked for, and no request stops a container twice.
    private void judge(PodState prior, Action action, Instant now) {
        var isStop = action instanceof Action.RunHook || action instanceof Action.SignalContainer;
        if (!isStop || action.reason() != Reason.RECREATE_REQUESTED) {
            return;
        }
        var attempt = action.attempt();
        if (!stopped.add(attempt)) {
            return;
        }
        var asker =
                open.values().stream()
                        .filter(it -> mayStop(it, attempt, now))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new Violation(
                                                "CRR-10",
                                                "nothing is killed twice",
                                                "nobody asked to stop %s; open are %s; pod %s"
                                                        .formatted(attempt, open, prior)));
        stops.computeIfAbsent(asker.id(), _ -> new HashSet<>()).add(attempt.container());
    }

    private boolean mayStop(RecreateRequest request, Attempt attempt, Instant now) {
        var before = stops.getOrDefault(request.id(), Set.of()).contains(attempt.container());
        var late =
                request.activeDeadline()
                        .filter(limit -> !now.isBefore(request.created().plus(limit)))
                        .isPresent();
        return !before
                && !late
                && request.targets().stream()
                        .filter(it -> it.name().equals(attempt.container()))
                        .anyMatch(it -> request.strategy().force() || isMeant(it, attempt));
    }

    private static boolean isMeant(RecreateTarget target, Attempt attempt) {
        return target.id().isPresent() && target.restartCount() == attempt.number() - 1;
    }

    /// A container that a request stopped is started again at once, whatever became of that one.
    private void comesBack(Attempt attempt, Step step) {
        var next = new Attempt(attempt.container(), attempt.number() + 1);
        var started =
                step.actions().stream()
                        .anyMatch(
                                it ->
                                        it instanceof Action.StartContainer
                                                && it.attempt().equals(next));
        if (stopped.contains(attempt)
                && step.pod().stage() instanceof PodStage.Active
                && !started) {
            throw new Violation("CRR-12", "a wanted restart comes at once", attempt + " is down");
        }
    }

    private static void succeeded(PodState prior, PodState pod, RecreateProgress progress) {
        var before = prior.recreations().get(progress.request().id());
        for (var target : progress.request().targets()) {
            var fresh =
                    before == null
                            || !(before.part(target.name()) instanceof RecreatePart.Succeeded);
            if (fresh
                    && progress.part(target.name()) instanceof RecreatePart.Succeeded
                    && !isNewAndReady(pod, target)) {
                throw new Violation(
                        "CRR-8",
                        "Succeeded means a new run that is ready",
                        target + " is " + pod.state(target.name()));
            }
        }
    }

    private static boolean isNewAndReady(PodState pod, RecreateTarget target) {
        return pod.state(target.name()) instanceof ContainerState.Alive alive
                && alive.run().ready()
                && !target.id().equals(Optional.of(alive.run().id()));
    }

    /// A pod is unready for the sake of a request, and of no request that is over.
    private static void readiness(PodState pod) {
        var conditions = pod.conditions().all();
        var ready = conditions.get(ConditionType.READY);
        var containers = conditions.get(ConditionType.CONTAINERS_READY);
        if (ready == null || containers == null) {
            return;
        }
        var held =
                pod.recreations().values().stream()
                        .anyMatch(
                                it ->
                                        it.request().strategy().unready().isPresent()
                                                && it.stage().isUnderWay());
        if (ready.met() != (containers.met() && !held)) {
            throw new Violation("CRR-5", "ready again when the request is over", pod.toString());
        }
    }

    /// Everything that was asked for came to an end.
    void ended(PodState pod) {
        if (isAnyOpen(pod) || !open.isEmpty()) {
            throw new Violation(
                    "CRR-8", "every request comes to an end", open.keySet() + " in " + pod);
        }
    }
}
