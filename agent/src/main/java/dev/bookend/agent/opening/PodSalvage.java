package dev.bookend.agent.opening;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event.PodAccepted;
import dev.bookend.lifecycle.life.Event.StopRequested;
import dev.bookend.lifecycle.life.Health;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.runtime.Found;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A state to end a pod from whose journal cannot be trusted: what the runtime reports is taken for
/// all there is, and the pod terminates from the beginning, so that nothing is started again.
record PodSalvage(PodPlan plan, List<Found> found, Instant now) {
    PodState terminating(Optional<Duration> grace) {
        return Engine.step(plan, asFound(), new StopRequested(grace, now)).pod();
    }

    private PodState asFound() {
        var fresh = Engine.step(plan, PodState.unborn(plan), new PodAccepted(now)).pod();
        var lives = new LinkedHashMap<ContainerName, ContainerLife>();
        var latest = latest();
        fresh.containers()
                .keySet()
                .forEach(name -> lives.put(name, life(Optional.ofNullable(latest.get(name)))));
        return new PodState(
                fresh.stage(), fresh.begun(), lives, fresh.conditions(), fresh.recreations(), now);
    }

    private Map<ContainerName, Found> latest() {
        var latest = new LinkedHashMap<ContainerName, Found>();
        found.stream()
                .filter(each -> !(each instanceof Found.Prepared))
                .sorted(Comparator.comparingInt(each -> each.attempt().number()))
                .forEach(each -> latest.put(each.attempt().container(), each));
        return latest;
    }

    private ContainerLife life(Optional<Found> last) {
        return switch (last.orElse(null)) {
            case Found.Running(var attempt, var started) ->
                    new ContainerLife(
                            new ContainerState.Running(
                                    new Run(attempt, started.id(), started.at(), Health.READY)),
                            LaunchFact.SATISFIED,
                            attempt.number(),
                            0,
                            Optional.empty());
            case Found.Ended(var attempt, var started, var exit, var at) ->
                    new ContainerLife(
                            new ContainerState.Finished(exit, at),
                            LaunchFact.SATISFIED,
                            attempt.number(),
                            0,
                            Optional.of(new PastRun(attempt, exit, "", started.at(), at)));
            case Found.Prepared _ -> neverStarted();
            case null -> neverStarted();
        };
    }

    private ContainerLife neverStarted() {
        return new ContainerLife(
                new ContainerState.Waiting(now), LaunchFact.UNDER_WAY, 0, 0, Optional.empty());
    }
}
