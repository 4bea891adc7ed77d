package dev.bookend.simulator.trial;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.recreate.FailurePolicy;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateStrategy;
import dev.bookend.lifecycle.recreate.RequestId;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/// Engines that make one mistake each with requests to recreate containers.
public final class RecreationMutants {
    private RecreationMutants() {}

    /// Begins every request anew after a restart of the agent, as one that keeps no progress.
    static Decision forgetful() {
        return (plan, pod, event) ->
                event instanceof Event.AgentRestarted
                        ? Engine.step(plan, anew(pod), event)
                        : Engine.step(plan, pod, event);
    }

    private static PodState anew(PodState pod) {
        var requests = new LinkedHashMap<RequestId, RecreateProgress>();
        pod.recreations()
                .forEach(
                        (id, it) ->
                                requests.put(
                                        id,
                                        it.isOver() ? it : RecreateProgress.queued(it.request())));
        return with(pod, requests);
    }

    private static PodState with(PodState pod, SequencedMap<RequestId, RecreateProgress> requests) {
        return new PodState(
                pod.stage(),
                pod.begun(),
                pod.containers(),
                pod.conditions(),
                requests,
                pod.latest());
    }

    static Decision withoutDeadline() {
        return (plan, pod, event) ->
                Engine.step(
                        plan,
                        pod,
                        event instanceof Event.RecreateRequested(var request, var at)
                                ? new Event.RecreateRequested(endless(request), at)
                                : event);
    }

    private static RecreateRequest endless(RecreateRequest request) {
        return new RecreateRequest(
                request.id(),
                request.targets(),
                request.strategy(),
                Optional.empty(),
                request.ttl(),
                request.created());
    }

    public static Decision withoutRestart() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            return new Step(
                    step.pod(),
                    step.actions().stream()
                            .filter(
                                    it ->
                                            !(it instanceof Action.StartContainer)
                                                    || it.reason() != Reason.RECREATE_REQUESTED)
                            .toList(),
                    step.notices());
        };
    }

    static Decision withoutTimers() {
        return (plan, pod, event) ->
                event instanceof Event.TimerFired(var timer, _)
                                && timer.kind() == Timer.Kind.RECREATION
                        ? new Step(pod, List.of(), List.of())
                        : Engine.step(plan, pod, event);
    }

    static Decision withStaleConditions() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            var late =
                    new PodState(
                            step.pod().stage(),
                            step.pod().begun(),
                            step.pod().containers(),
                            pod.recreations().isEmpty()
                                    ? step.pod().conditions()
                                    : pod.conditions(),
                            step.pod().recreations(),
                            step.pod().latest());
            return new Step(late, step.actions(), step.notices());
        };
    }

    /// An agent that comes back knows of no request that is under way.
    public static Decision forgetsRequests() {
        return (plan, pod, event) ->
                event instanceof Event.AgentRestarted
                        ? Engine.step(plan, with(pod, over(pod)), event)
                        : Engine.step(plan, pod, event);
    }

    private static SequencedMap<RequestId, RecreateProgress> over(PodState pod) {
        var requests = new LinkedHashMap<>(pod.recreations());
        requests.values().removeIf(it -> !it.isOver());
        return requests;
    }

    /// Stops whatever runs now, not the run that the request is about.
    static Decision alwaysForces() {
        return changing(
                it ->
                        new RecreateStrategy(
                                it.failurePolicy(),
                                it.ordered(),
                                true,
                                it.grace(),
                                it.unready(),
                                it.minStarted()));
    }

    /// Takes a container for recreated as soon as it is ready.
    static Decision impatient() {
        return changing(
                it ->
                        new RecreateStrategy(
                                it.failurePolicy(),
                                it.ordered(),
                                it.force(),
                                it.grace(),
                                it.unready(),
                                Duration.ZERO));
    }

    /// Stops the next container before the one before is recreated.
    static Decision unordered() {
        return changing(
                it ->
                        new RecreateStrategy(
                                it.failurePolicy(),
                                false,
                                it.force(),
                                it.grace(),
                                it.unready(),
                                it.minStarted()));
    }

    /// Knows one failure policy only.
    static Decision always(FailurePolicy policy) {
        return changing(
                it ->
                        new RecreateStrategy(
                                policy,
                                it.ordered(),
                                it.force(),
                                it.grace(),
                                it.unready(),
                                it.minStarted()));
    }

    private static Decision changing(UnaryOperator<RecreateStrategy> change) {
        return (plan, pod, event) ->
                Engine.step(
                        plan,
                        pod,
                        event instanceof Event.RecreateRequested(var it, var at)
                                ? new Event.RecreateRequested(
                                        new RecreateRequest(
                                                it.id(),
                                                it.targets(),
                                                change.apply(it.strategy()),
                                                it.activeDeadline(),
                                                it.ttl(),
                                                it.created()),
                                        at)
                                : event);
    }
}
