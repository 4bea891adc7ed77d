package dev.bookend.agent;

import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.ContainerPlan;
import dev.bookend.lifecycle.ContainerSpec;
import dev.bookend.lifecycle.ContainerState.Waiting;
import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.Event.ContainerCreated;
import dev.bookend.lifecycle.Event.ContainerStarted;
import dev.bookend.lifecycle.Event.StartFailed;
import dev.bookend.lifecycle.PodStage;
import dev.bookend.lifecycle.PodState;
import dev.bookend.lifecycle.Signal;
import dev.bookend.runtime.RuntimeFailure;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Prepares and starts containers. What waits for its gate is prepared ahead, so that opening the
/// gate costs one message and one exec. Every start ends in an event.
final class Starts {
    private static final int AT_ONCE = 3;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final PodTools tools;
    private final Semaphore ahead = new Semaphore(AT_ONCE, true);
    private final Map<Attempt, Future<?>> preparations = new ConcurrentHashMap<>();
    private final Set<Attempt> started = ConcurrentHashMap.newKeySet();

    Starts(PodTools tools) {
        this.tools = tools;
    }

    void start(Attempt attempt) {
        started.add(attempt);
        var start = tools.tasks().start(() -> tools.mailbox().post(outcome(attempt)));
        tools.tasks().send(() -> watch(attempt, start));
    }

    /// Prepares the containers that wait, the earliest first, and takes back what will not be
    /// started any more.
    void align(PodState pod) {
        var waiting = new LinkedHashSet<Attempt>();
        if (pod.stage() instanceof PodStage.Active) {
            tools.plan().containers().values().stream()
                    .sorted(Comparator.comparingInt(it -> it.gates().size()))
                    .map(ContainerPlan::name)
                    .filter(name -> pod.state(name) instanceof Waiting)
                    .forEach(name -> waiting.add(pod.life(name).nextAttempt(name)));
        }
        preparations.keySet().stream()
                .filter(attempt -> !waiting.contains(attempt) && !started.contains(attempt))
                .forEach(this::takeBack);
        waiting.forEach(this::prepareAhead);
    }

    private void prepareAhead(Attempt attempt) {
        var spec = tools.requests().spec(attempt.container());
        if (isSafeAhead(spec)) {
            preparations.computeIfAbsent(
                    attempt, _ -> tools.tasks().start(() -> tryAhead(attempt)));
        }
    }

    /// What a container before it may still make or change is looked at when its time has come.
    private static boolean isSafeAhead(ContainerSpec spec) {
        return spec.mounts().stream()
                .allMatch(mount -> mount.subPath().isEmpty() && mount.subPathExpr().isEmpty());
    }

    private void tryAhead(Attempt attempt) throws InterruptedException {
        ahead.acquire();
        try {
            tools.sandbox().prepare(tools.requests().request(attempt));
        } catch (RuntimeFailure | StartRefused _) {
            // It is tried again when the gate has opened, and then it counts.
            preparations.remove(attempt);
        } finally {
            ahead.release();
        }
    }

    private void takeBack(Attempt attempt) {
        var preparation = preparations.remove(attempt);
        if (preparation != null) {
            tools.tasks()
                    .send(
                            () -> {
                                await(preparation);
                                kill(attempt);
                            });
        }
    }

    private void kill(Attempt attempt) {
        try {
            tools.sandbox().signal(attempt, Signal.KILL);
        } catch (RuntimeFailure _) {
            // It never ran; what is left of it goes with the sandbox.
        }
    }

    private Event outcome(Attempt attempt) throws InterruptedException {
        try {
            return begin(attempt);
        } catch (RuntimeFailure failure) {
            return failed(attempt, String.valueOf(failure.getMessage()));
        } catch (StartRefused refusal) {
            return failed(attempt, said(attempt, refusal.says()));
        }
    }

    private static String said(Attempt attempt, String why) {
        return "container %s: %s".formatted(attempt.container(), why);
    }

    private Event begin(Attempt attempt) throws RuntimeFailure, StartRefused, InterruptedException {
        if (tools.diskIsFull().getAsBoolean()) {
            throw new StartRefused(
                    "the disk of %s is full, and a start could not be recorded; make room there"
                            .formatted(tools.directory().root()));
        }
        prepare(attempt);
        ListeningPorts.check(tools.requests().spec(attempt.container()));
        tools.mailbox().post(new ContainerCreated(attempt, tools.time().instant()));
        var start = tools.sandbox().start(attempt);
        return new ContainerStarted(attempt, start.id(), past(start.at()));
    }

    private void prepare(Attempt attempt)
            throws RuntimeFailure, StartRefused, InterruptedException {
        var preparation = preparations.get(attempt);
        if (preparation != null) {
            await(preparation);
        }
        if (!preparations.containsKey(attempt)) {
            tools.sandbox().prepare(tools.requests().request(attempt));
        }
    }

    private static void await(Future<?> preparation) throws InterruptedException {
        try {
            preparation.get();
        } catch (ExecutionException | CancellationException _) {
            // A preparation ahead that failed has said so by leaving the map.
        }
    }

    /// Nothing hangs: a runtime that does not answer has failed, and whatever it starts is killed.
    private void watch(Attempt attempt, Future<?> start) throws InterruptedException {
        try {
            start.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            start.cancel(true);
            kill(attempt);
            var why = said(attempt, "the runtime did not answer within 2 minutes");
            tools.mailbox().post(failed(attempt, why));
        } catch (ExecutionException bug) {
            var why = said(attempt, "a fault in bookend: " + bug.getCause());
            tools.mailbox().post(failed(attempt, why));
        } catch (CancellationException _) {
            // The agent is closing.
        }
    }

    private StartFailed failed(Attempt attempt, String why) {
        var spec = tools.requests().spec(attempt.container());
        return new StartFailed(
                attempt,
                "%s (command: %s)".formatted(why, String.join(" ", spec.command())),
                tools.time().instant());
    }

    /// The runtime reads another clock; nothing has happened later than now.
    private Instant past(Instant at) {
        var now = tools.time().instant();
        return at.isAfter(now) ? now : at;
    }
}
