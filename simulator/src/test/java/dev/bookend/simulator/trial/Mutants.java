package dev.bookend.simulator.trial;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.Action.SignalContainer;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Signal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Engines with one mistake each: the real one, lied to or with its answer tampered with.
public final class Mutants {
    private Mutants() {}

    public static Decision gateIgnored() {
        return planned(
                one ->
                        new ContainerPlan(
                                one.name(),
                                one.kind(),
                                new LinkedHashSet<>(),
                                one.exitAfter(),
                                one.restartPolicy(),
                                one.probes(),
                                one.lifecycle()));
    }

    public static Decision turnIgnored() {
        return planned(
                one ->
                        new ContainerPlan(
                                one.name(),
                                one.kind(),
                                one.gates(),
                                new LinkedHashSet<>(),
                                one.restartPolicy(),
                                one.probes(),
                                one.lifecycle()));
    }

    static Decision alwaysRestarts() {
        return planned(
                one ->
                        new ContainerPlan(
                                one.name(),
                                one.kind(),
                                one.gates(),
                                one.exitAfter(),
                                RestartPolicy.ALWAYS,
                                one.probes(),
                                one.lifecycle()));
    }

    static Decision planned(UnaryOperator<ContainerPlan> change) {
        return (plan, pod, event) -> {
            var plans = new LinkedHashMap<ContainerName, ContainerPlan>();
            plan.containers().forEach((name, one) -> plans.put(name, change.apply(one)));
            var lie =
                    new PodPlan(
                            plan.pod(), plans, plan.rules(), plan.grace(), plan.activeDeadline());
            return Engine.step(lie, pod, event);
        };
    }

    static Decision longerGrace() {
        return (plan, pod, event) ->
                Engine.step(plan.withGrace(plan.grace().plusSeconds(3)), pod, event);
    }

    static Decision secondStopIgnored() {
        return (plan, pod, event) ->
                event instanceof Event.StopRequested && pod.stage() instanceof PodStage.Terminating
                        ? new Step(pod, List.of(), List.of())
                        : Engine.step(plan, pod, event);
    }

    /// Every postStart counts as successful at once.
    static Decision postStartNotAwaited() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            if (!(event instanceof Event.ContainerStarted(var attempt, _, var at))
                    || !(step.pod().state(attempt.container())
                            instanceof ContainerState.PostStarting)) {
                return step;
            }
            var done =
                    new Event.HookFinished(
                            attempt, HookKind.POST_START, new HookResult.Succeeded(), at);
            var next = Engine.step(plan, step.pod(), done);
            return acting(next, actions -> joined(step.actions(), actions));
        };
    }

    static Decision sidecarHookNotAwaited() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            var hook =
                    step.actions().stream()
                            .filter(it -> it instanceof RunHook && isPreStop(it))
                            .findFirst();
            if (hook.isEmpty()) {
                return step;
            }
            var heard = new Event.HookStarted(hook.get().attempt(), HookKind.PRE_STOP, event.at());
            var next = Engine.step(plan, step.pod(), heard);
            return acting(next, actions -> joined(step.actions(), actions));
        };
    }

    private static List<Action> joined(List<Action> first, List<Action> second) {
        var both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    static Decision hookDoubled() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            if (!(event instanceof Event.HookStarted(var attempt, var hook, _))
                    || !step.actions().isEmpty()) {
                return step;
            }
            return acting(step, _ -> List.of(new RunHook(attempt, hook, Reason.ITS_TURN)));
        };
    }

    public static Decision forgets(Predicate<Action> forgotten) {
        return (plan, pod, event) ->
                acting(
                        Engine.step(plan, pod, event),
                        actions -> actions.stream().filter(it -> !forgotten.test(it)).toList());
    }

    static boolean isPostStart(Action action) {
        return action instanceof RunHook(_, var hook, _) && hook == HookKind.POST_START;
    }

    static boolean isPreStop(Action action) {
        return action instanceof RunHook(_, var hook, _) && hook == HookKind.PRE_STOP;
    }

    public static boolean isHookAskedAgain(Action action) {
        return action instanceof RunHook && action.reason() == Reason.AGENT_RESTARTED;
    }

    static boolean isStartAskedAgain(Action action) {
        return action instanceof StartContainer && action.reason() == Reason.AGENT_RESTARTED;
    }

    static boolean isSignalAskedAgain(Action action) {
        return action instanceof SignalContainer && action.reason() == Reason.AGENT_RESTARTED;
    }

    static boolean isKill(Action action) {
        return action instanceof SignalContainer(_, var signal, _) && signal.equals(Signal.KILL);
    }

    static boolean isStart(Action action) {
        return action instanceof StartContainer;
    }

    /// The stop signal is SIGKILL at once.
    static Decision killsTooEarly() {
        return (plan, pod, event) ->
                acting(
                        Engine.step(plan, pod, event),
                        actions -> actions.stream().map(Mutants::harsher).toList());
    }

    private static Action harsher(Action action) {
        return action instanceof SignalContainer(var attempt, _, var reason)
                ? new SignalContainer(attempt, Signal.KILL, reason)
                : action;
    }

    /// Every preStop hook is skipped: its container is signalled in its stead.
    static Decision signalsInsteadOfHooks() {
        return (plan, pod, event) ->
                acting(
                        Engine.step(plan, pod, event),
                        actions -> actions.stream().map(Mutants::impatient).toList());
    }

    private static Action impatient(Action action) {
        return isPreStop(action)
                ? new SignalContainer(action.attempt(), Signal.TERM, action.reason())
                : action;
    }

    /// A container that ends while its pod terminates is started again.
    static Decision restartsWhileTerminating() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            return step.pod().stage() instanceof PodStage.Terminating
                            && event instanceof Event.ContainerExited(var attempt, _, _)
                    ? acting(
                            step,
                            actions ->
                                    joined(
                                            actions,
                                            List.of(new StartContainer(attempt, Reason.RESTART))))
                    : step;
        };
    }

    static Decision backoffForgotten() {
        return lives(
                life ->
                        new ContainerLife(
                                life.state(), life.latch(), life.attempts(), 0, life.lastRun()));
    }

    static Decision latchForgotten() {
        return (plan, pod, event) ->
                event instanceof Event.ContainerExited
                        ? Engine.step(plan, changed(pod, Mutants::unlatched), event)
                        : Engine.step(plan, pod, event);
    }

    private static ContainerLife unlatched(ContainerLife life) {
        return new ContainerLife(
                life.state(),
                LaunchFact.UNDER_WAY,
                life.attempts(),
                life.crashes(),
                life.lastRun());
    }

    private static Decision lives(UnaryOperator<ContainerLife> change) {
        return (plan, pod, event) -> Engine.step(plan, changed(pod, change), event);
    }

    private static PodState changed(PodState pod, UnaryOperator<ContainerLife> change) {
        var lives = new LinkedHashMap<ContainerName, ContainerLife>();
        pod.containers().forEach((name, life) -> lives.put(name, change.apply(life)));
        return living(pod, lives);
    }

    static PodState living(PodState pod, SequencedMap<ContainerName, ContainerLife> lives) {
        return new PodState(
                pod.stage(), pod.begun(), lives, pod.conditions(), pod.recreations(), pod.latest());
    }

    /// An agent that comes back has counted no restarts.
    static Decision restartsForgotten() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            return event instanceof Event.AgentRestarted
                    ? new Step(
                            changed(step.pod(), Mutants::uncounted), step.actions(), step.notices())
                    : step;
        };
    }

    private static ContainerLife uncounted(ContainerLife life) {
        return new ContainerLife(
                life.state(),
                life.latch(),
                Math.min(1, life.attempts()),
                life.crashes(),
                life.lastRun());
    }

    static Decision silent() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            var said =
                    step.notices().stream()
                            .filter(it -> it.reason() != NoticeReason.EXIT_ORDER_GIVEN_UP)
                            .toList();
            return new Step(step.pod(), step.actions(), said);
        };
    }

    /// The pod is over as soon as its last standard container is.
    static Decision endsBeforeItsSidecars() {
        return staged(
                stage ->
                        stage instanceof PodStage.Terminating pod
                                ? new PodStage.Ended(pod.cause(), PodPhase.SUCCEEDED, pod.since())
                                : stage);
    }

    public static Decision alwaysSucceeds() {
        return staged(
                stage ->
                        stage instanceof PodStage.Ended(var cause, _, var at)
                                ? new PodStage.Ended(cause, PodPhase.SUCCEEDED, at)
                                : stage);
    }

    /// The deadline moves away each time that the agent comes back.
    static Decision deadlineMoves() {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            return event instanceof Event.AgentRestarted
                            && step.pod().stage()
                                    instanceof
                                    PodStage.Terminating(
                                            var cause,
                                            var since,
                                            var deadline,
                                            var tempo)
                    ? with(
                            step,
                            new PodStage.Terminating(
                                    cause, since, deadline.plus(Duration.ofSeconds(30)), tempo))
                    : step;
        };
    }

    private static Decision staged(UnaryOperator<PodStage> change) {
        return (plan, pod, event) -> {
            var step = Engine.step(plan, pod, event);
            return with(step, change.apply(step.pod().stage()));
        };
    }

    private static Step with(Step step, PodStage stage) {
        var pod = step.pod();
        var other =
                new PodState(
                        stage,
                        pod.begun(),
                        pod.containers(),
                        pod.conditions(),
                        pod.recreations(),
                        pod.latest());
        return new Step(other, step.actions(), step.notices());
    }

    private static Step acting(Step step, Function<List<Action>, List<Action>> change) {
        return new Step(step.pod(), change.apply(step.actions()), step.notices());
    }
}
