package dev.bookend.agent.loop;

import dev.bookend.agent.journal.JournalLine;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.engine.Probing;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.ContainerCreated;
import dev.bookend.lifecycle.life.Event.ContainerExited;
import dev.bookend.lifecycle.life.Event.ContainerStarted;
import dev.bookend.lifecycle.life.Event.HookFinished;
import dev.bookend.lifecycle.life.Event.HookStarted;
import dev.bookend.lifecycle.life.Event.PodAccepted;
import dev.bookend.lifecycle.life.Event.ProbeReported;
import dev.bookend.lifecycle.life.Event.StopRequested;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/// A life in which everything succeeds, up to a stop.
final class PractisedLife implements Effects {
    private static final Duration TICK = Duration.ofMillis(1);

    private final PodPlan plan;
    private final PodTurn turn;
    private final Queue<Event> coming = new ArrayDeque<>();
    private final Set<Passed> passed = new HashSet<>();
    private Instant now = Instant.EPOCH;

    PractisedLife(PodPlan plan) {
        this.plan = plan;
        turn = PodTurn.resumed(plan, PodState.unborn(plan), JournalLine::of, this, Engine::step);
    }

    int live(int most) {
        coming.add(new PodAccepted(now));
        var turns = 0;
        for (var asked = false; turns < most && !turn.pod().ended(); turns++) {
            if (coming.isEmpty() && asked) {
                return most;
            }
            if (coming.isEmpty()) {
                coming.add(new StopRequested(Optional.empty(), tick()));
                asked = true;
            }
            turn.take(coming.remove());
        }
        return turns;
    }

    private Instant tick() {
        now = now.plus(TICK);
        return now;
    }

    @Override
    public void perform(Action action) {
        switch (action) {
            case Action.StartContainer(var attempt, _) -> start(attempt);
            case Action.RunHook(var attempt, var hook, _) -> {
                coming.add(new HookStarted(attempt, hook, tick()));
                coming.add(new HookFinished(attempt, hook, new HookResult.Succeeded(), tick()));
            }
            case Action.SignalContainer(var attempt, _, _) -> end(attempt);
        }
    }

    private void start(Attempt attempt) {
        coming.add(new ContainerCreated(attempt, tick()));
        coming.add(new ContainerStarted(attempt, new RuntimeId("practice"), tick()));
        if (plan.container(attempt.container()).kind() == ContainerKind.INIT) {
            end(attempt);
        }
    }

    private void end(Attempt attempt) {
        coming.add(new ContainerExited(attempt, Exit.of(0), tick()));
    }

    @Override
    public void align(PodPlan same, PodState pod) {
        Timers.due(plan, pod);
        Probing.wanted(plan, pod)
                .forEach((attempt, kinds) -> kinds.forEach(kind -> passOnce(attempt, kind)));
    }

    private void passOnce(Attempt attempt, ProbeKind kind) {
        if (passed.add(new Passed(attempt, kind))) {
            coming.add(new ProbeReported(attempt, kind, ProbeVerdict.PASSED, "", tick()));
        }
    }

    private record Passed(Attempt attempt, ProbeKind kind) {}

    @Override
    public void tell(Notice notice) {
        // Nobody listens.
    }
}
