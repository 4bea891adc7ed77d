package dev.bookend.agent.effects;

import dev.bookend.agent.loop.Effects;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.RuntimeFailure;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Carries out a pod's actions on a runtime.
public final class RuntimeEffects implements Effects {
    private static final int TRIES = 5;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    private final PodTools tools;
    private final PodWatcher watcher;
    private final Starts starts;
    private final HookRuns hooks;
    private final ProbeRuns probes;
    private Set<Attempt> alive = Set.of();

    /// @param begunBefore hooks that an earlier agent began and did not see end
    public RuntimeEffects(PodTools tools, PodWatcher watcher, Map<HookRun, Instant> begunBefore) {
        this.tools = tools;
        this.watcher = watcher;
        starts = new Starts(tools);
        hooks = new HookRuns(tools, begunBefore);
        probes = new ProbeRuns(tools);
    }

    @Override
    public void perform(Action action) {
        switch (action) {
            case Action.StartContainer(var attempt, _) -> starts.start(attempt);
            case Action.RunHook hook -> hooks.run(hook);
            case Action.SignalContainer(var attempt, var signal, _) ->
                    tools.tasks().send(() -> signal(attempt, signal));
        }
    }

    @Override
    public void align(PodPlan plan, PodState pod) {
        hooks.align(pod);
        probes.align(plan, pod);
        starts.align(pod);
        forgetEnded(pod);
        watcher.changed(plan, pod);
    }

    @Override
    public void tell(Notice notice) {
        watcher.told(tools.plan(), notice);
    }

    /// The end of a run is in the journal now, so that the runtime need not keep it. While the pod
    /// ends that can wait; the turns of the others cannot.
    private void forgetEnded(PodState pod) {
        var now = new HashSet<Attempt>();
        for (var life : pod.containers().values()) {
            if (life.state() instanceof Alive one) {
                now.add(one.run().attempt());
            }
        }
        if (pod.stage() instanceof PodStage.Terminating) {
            now.addAll(alive);
        }
        for (var attempt : alive) {
            if (!now.contains(attempt)) {
                tools.tasks().send(() -> forget(attempt));
            }
        }
        alive = now;
    }

    /// What a disk keeps for now is found again by the next agent, or goes with the pod's place.
    private void forget(Attempt attempt) {
        try {
            tools.sandbox().forget(attempt);
        } catch (UncheckedIOException _) {
            return;
        }
    }

    private void signal(Attempt attempt, Signal signal) throws InterruptedException {
        for (var left = TRIES; left > 0; left--) {
            try {
                tools.sandbox().signal(attempt, signal);
                return;
            } catch (RuntimeFailure failure) {
                if (failure.kind() == RuntimeFailure.Kind.NOT_RUNNING) {
                    return;
                }
                if (left == 1) {
                    tell(unheard(attempt, signal, failure));
                }
            }
            Thread.sleep(BETWEEN_TRIES);
        }
    }

    private Notice unheard(Attempt attempt, Signal signal, RuntimeFailure failure) {
        return new Notice(
                Notice.Tone.WARNING,
                NoticeReason.FAILED,
                Optional.of(attempt.container()),
                "SIG%s could not be sent: %s".formatted(signal.name(), failure.getMessage()),
                new Notice.Detail.Nothing(),
                tools.time().instant());
    }
}
