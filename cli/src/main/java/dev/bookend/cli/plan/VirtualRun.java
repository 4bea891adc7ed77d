package dev.bookend.cli.plan;

import dev.bookend.cli.plan.SimulatedTimes.Moment;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.engine.Probing;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.Action.SignalContainer;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.lifecycle.value.Signal;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/// Runs the real engine on a virtual clock, in a world where everything takes as long as stated.
///
/// The pod is launched, and told to stop as soon as nothing more happens.
final class VirtualRun {
    private static final int MOST_STEPS = 100_000;
    private final PodPlan plan;
    private final SimulatedTimes times;
    private final RunRecord record;
    private final Set<Attempt> ended = new HashSet<>();
    private final Set<Map.Entry<Attempt, ProbeKind>> probed = new HashSet<>();
    private final PriorityQueue<Planned> queue =
            new PriorityQueue<>(
                    Comparator.comparing((Planned it) -> it.event().at())
                            .thenComparingInt(Planned::number));
    private PodState pod;
    private Instant now = Instant.EPOCH;
    private int planned;

    private record Planned(Event event, int number, Optional<Attempt> attempt) {}

    private VirtualRun(PodPlan plan, SimulatedTimes times) {
        this.plan = plan;
        this.times = times;
        this.record = new RunRecord(plan);
        this.pod = PodState.unborn(plan);
    }

    static Simulation of(PodPlan plan, SimulatedTimes times) {
        var run = new VirtualRun(plan, times);
        run.step(new Event.PodAccepted(run.now));
        for (var i = 0; i < MOST_STEPS && !run.pod.ended(); i++) {
            run.step(run.next());
        }
        return run.record.simulation(run.pod);
    }

    private Event next() {
        var timer =
                Timers.next(plan, pod)
                        .map(it -> (Event) new Event.TimerFired(it.getKey(), it.getValue()));
        if (queue.isEmpty() && !record.isStopping(pod)) {
            return new Event.StopRequested(Optional.empty(), now);
        }
        var event = Optional.ofNullable(queue.peek()).map(Planned::event);
        if (timer.isEmpty() || event.filter(it -> !it.at().isAfter(timer.get().at())).isPresent()) {
            queue.poll();
            return event.orElseThrow(
                    () -> new IllegalStateException("nothing can happen any more"));
        }
        return timer.get();
    }

    private void step(Event event) {
        now = event.at();
        if (event instanceof Event.ContainerExited(var attempt, _, _)) {
            end(attempt);
        }
        var step = Engine.step(plan, pod, event);
        pod = step.pod();
        record.note(step);
        perform(step);
        probe();
    }

    /// Whatever else was going to happen to a container that ended does not happen.
    private void end(Attempt attempt) {
        ended.add(attempt);
        queue.removeIf(it -> it.attempt().filter(attempt::equals).isPresent());
    }

    private void perform(Step step) {
        for (var action : step.actions()) {
            switch (action) {
                case StartContainer(var attempt, _) -> start(attempt);
                case RunHook(var attempt, var hook, _) -> runHook(attempt, hook);
                case SignalContainer(var attempt, var signal, _) -> signal(attempt, signal);
            }
        }
    }

    private void start(Attempt attempt) {
        var container = plan.container(attempt.container());
        var begin = now.plus(hasGateProbe(container) ? Duration.ZERO : startOf(container));
        plan(attempt, new Event.ContainerCreated(attempt, begin));
        plan(
                attempt,
                new Event.ContainerStarted(attempt, new RuntimeId(attempt.toString()), begin));
        if (endsByItself(container)) {
            var end = begin.plus(times.of(container.name(), Moment.RUN, Duration.ZERO));
            plan(attempt, new Event.ContainerExited(attempt, Exit.of(0), end));
        }
    }

    private static boolean hasGateProbe(ContainerPlan container) {
        return container.probe(ProbeKind.STARTUP).isPresent()
                || container.probe(ProbeKind.READINESS).isPresent();
    }

    private Duration startOf(ContainerPlan container) {
        return times.of(container.name(), Moment.START, Duration.ZERO);
    }

    private static boolean endsByItself(ContainerPlan container) {
        return container.kind() == ContainerKind.INIT
                || (container.kind() == ContainerKind.STANDARD
                        && container.restartPolicy() != RestartPolicy.ALWAYS);
    }

    private void runHook(Attempt attempt, HookKind hook) {
        var end = now.plus(hookLength(attempt.container(), hook));
        plan(attempt, new Event.HookStarted(attempt, hook, now));
        plan(attempt, new Event.HookFinished(attempt, hook, new HookResult.Succeeded(), end));
    }

    private Duration hookLength(ContainerName name, HookKind hook) {
        var moment = hook == HookKind.PRE_STOP ? Moment.PRE_STOP : Moment.POST_START;
        var handler = plan.container(name).lifecycle().hook(hook);
        return times.of(name, moment, handler.map(VirtualRun::ownLength).orElse(Duration.ZERO));
    }

    private static Duration ownLength(Handler handler) {
        return handler instanceof Handler.Sleep(var length) ? length : Duration.ZERO;
    }

    private void signal(Attempt attempt, Signal signal) {
        var killed = signal.equals(Signal.KILL);
        var takes = times.of(attempt.container(), Moment.EXIT, Duration.ZERO);
        var end = killed ? now : now.plus(takes);
        if (!ended.contains(attempt)) {
            plan(attempt, new Event.ContainerExited(attempt, Exit.of(killed ? 137 : 0), end));
        }
    }

    /// Every probe passes once, as soon as its container may be called ready.
    private void probe() {
        Probing.wanted(plan, pod)
                .forEach((attempt, kinds) -> kinds.forEach(kind -> probe(attempt, kind)));
    }

    private void probe(Attempt attempt, ProbeKind kind) {
        if (kind == ProbeKind.LIVENESS || !probed.add(Map.entry(attempt, kind))) {
            return;
        }
        var ready =
                record.startOf(attempt.container())
                        .plus(startOf(plan.container(attempt.container())));
        var when = ready.isBefore(now) ? now : ready;
        plan(attempt, new Event.ProbeReported(attempt, kind, ProbeVerdict.PASSED, "", when));
    }

    private void plan(Attempt attempt, Event event) {
        queue.add(new Planned(event, planned++, Optional.of(attempt)));
    }
}
