package dev.bookend.simulator.trial;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.Probes;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/// Engines with one mistake each, made while containers come up.
final class LaunchMutants {
    private LaunchMutants() {}

    static Decision readinessNotAwaited() {
        return Mutants.planned(
                one ->
                        new ContainerPlan(
                                one.name(),
                                one.kind(),
                                one.gates(),
                                one.exitAfter(),
                                one.restartPolicy(),
                                new Probes(
                                        one.probes().startup(),
                                        one.probes().liveness(),
                                        Optional.empty()),
                                one.lifecycle()));
    }

    /// A container is started again only while all that it has waited for are ready.
    static Decision restartsGated() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            var held =
                    step.actions().stream()
                            .filter(it -> isRestart(it) && isGated(plan, step.pod(), it))
                            .map(it -> it.attempt().container())
                            .collect(Collectors.toSet());
            var lives = new LinkedHashMap<>(step.pod().containers());
            held.forEach(it -> lives.put(it, pod.life(it).in(new Waiting(event.at()))));
            return without(held, lives, step);
        };
    }

    private static boolean isRestart(Action action) {
        return action instanceof StartContainer(var attempt, _) && attempt.number() > 1;
    }

    private static boolean isGated(PodPlan plan, PodState pod, Action start) {
        return plan.container(start.attempt().container()).gates().stream()
                .anyMatch(it -> !(pod.state(it.of()) instanceof Alive one && one.run().ready()));
    }

    /// A gate that can never open is waited for.
    static Decision hopelessGateIgnored() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            return step.pod().stage() instanceof PodStage.Terminating(var cause, _, _, _)
                            && pod.stage() instanceof PodStage.Active
                            && cause == StopCause.LAUNCH_GATE_FAILED
                    ? new Step(pod, List.of(), List.of())
                    : step;
        };
    }

    static Decision failedPostStartIgnored() {
        return (plan, pod, event) ->
                event instanceof Event.HookFinished(_, var hook, var result, _)
                                && hook == HookKind.POST_START
                                && result instanceof HookResult.Failed
                        ? new Step(pod, List.of(), List.of())
                        : Engine.step(plan, pod, event);
    }

    /// A stop leaves those alone whose postStart still runs.
    static Decision stopAwaitsPostStart() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            if (!(event instanceof Event.StopRequested)) {
                return step;
            }
            var lives = new LinkedHashMap<>(pod.containers());
            lives.values().removeIf(it -> !(it.state() instanceof PostStarting));
            var all = new LinkedHashMap<>(step.pod().containers());
            all.putAll(lives);
            return without(lives.keySet(), all, step);
        };
    }

    private static Step without(
            Set<ContainerName> held, SequencedMap<ContainerName, ContainerLife> lives, Step step) {
        var actions =
                step.actions().stream()
                        .filter(it -> !held.contains(it.attempt().container()))
                        .toList();
        return new Step(Mutants.living(step.pod(), lives), actions, step.notices());
    }
}
