package dev.bookend.agent.effects;

import dev.bookend.agent.container.ListeningPorts;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.agent.loop.PodTime;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.ContainerCreated;
import dev.bookend.lifecycle.life.Event.ContainerStarted;
import dev.bookend.lifecycle.life.Event.StartFailed;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.Started;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// Prepares and starts containers. What waits for its gate is prepared ahead, so that opening the
/// gate costs one message and one exec. Every start ends in an event.
final class Starts {
    private static final int AT_ONCE = 3;

    /// A command is told to people, however long it is.
    private static final int MOST_SHOWN = 300;

    private final PodTools tools;
    private final List<ContainerName> earliestFirst;
    private final Semaphore ahead = new Semaphore(AT_ONCE, true);
    private final Map<Attempt, Future<?>> preparations = new ConcurrentHashMap<>();
    private final Set<Attempt> started = ConcurrentHashMap.newKeySet();

    Starts(PodTools tools) {
        this.tools = tools;
        earliestFirst =
                tools.plan().containers().values().stream()
                        .sorted(Comparator.comparingInt(it -> it.gates().size()))
                        .map(ContainerPlan::name)
                        .toList();
    }

    /// The pod's own thread gives the order where it need not look at the world first.
    void start(Attempt attempt) {
        started.add(attempt);
        if (isPrepared(attempt) && !tools.diskIsFull().getAsBoolean()) {
            order(attempt);
        } else {
            tools.tasks().send(() -> prepareAndOrder(attempt));
        }
    }

    /// A preparation that fails leaves the map before it is done.
    private boolean isPrepared(Attempt attempt) {
        var preparation = preparations.get(attempt);
        return preparation != null
                && preparation.isDone()
                && preparations.containsKey(attempt)
                && tools.requests().spec(attempt.container()).ports().isEmpty();
    }

    private void order(Attempt attempt) {
        tools.mailbox().post(new ContainerCreated(attempt, tools.time().instant()));
        var _ =
                tools.sandbox()
                        .begin(attempt)
                        .thenApply(start -> begun(attempt, start))
                        .exceptionally(failure -> failed(attempt, failure))
                        .thenAccept(outcome -> finish(attempt, outcome));
    }

    /// A container may be started a hundred thousand times, and nothing of it may stay.
    private void finish(Attempt attempt, Event outcome) {
        tools.mailbox().post(outcome);
        preparations.remove(attempt);
        started.remove(attempt);
    }

    private Event begun(Attempt attempt, Started start) {
        var at = PodTime.heard(start.at(), tools.time().instant());
        return new ContainerStarted(attempt, start.id(), at);
    }

    /// Prepares the containers that wait, the earliest first, and takes back what will not be
    /// started any more.
    void align(PodState pod) {
        var waiting = waiting(pod);
        for (var attempt : preparations.keySet()) {
            if (!waiting.contains(attempt) && !started.contains(attempt)) {
                takeBack(attempt);
            }
        }
        waiting.forEach(this::prepareAhead);
    }

    private Set<Attempt> waiting(PodState pod) {
        var waiting = new LinkedHashSet<Attempt>();
        if (pod.stage() instanceof PodStage.Active) {
            for (var name : earliestFirst) {
                if (pod.state(name) instanceof Waiting) {
                    waiting.add(pod.life(name).nextAttempt(name));
                }
            }
        }
        return waiting;
    }

    private void prepareAhead(Attempt attempt) {
        if (!preparations.containsKey(attempt)
                && tools.requests().isSafeAhead(attempt.container())) {
            preparations.computeIfAbsent(
                    attempt, _ -> tools.tasks().start(() -> tryAhead(attempt)));
        }
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

    private void prepareAndOrder(Attempt attempt) throws InterruptedException {
        try {
            if (tools.diskIsFull().getAsBoolean()) {
                throw new StartRefused(
                        "the disk of %s is full, and a start could not be recorded; make room there"
                                .formatted(tools.directory().root()));
            }
            prepare(attempt);
            ListeningPorts.check(tools.requests().spec(attempt.container()));
            order(attempt);
        } catch (StartRefused refusal) {
            finish(attempt, refused(attempt, refusal));
        } catch (RuntimeFailure | RuntimeException failure) {
            finish(attempt, failed(attempt, failure));
        }
    }

    /// What a pod refers to has nothing to do with its commands.
    private Event refused(Attempt attempt, StartRefused refusal) {
        return refusal.reason() == ExitReason.CONFIG_ERROR
                ? new StartFailed(attempt, refusal.reason(), refusal.says(), tools.time().instant())
                : failed(attempt, said(attempt, refusal.says()));
    }

    private static String said(Attempt attempt, String why) {
        return "container %s: %s".formatted(attempt.container(), why);
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

    private StartFailed failed(Attempt attempt, Throwable failure) {
        var cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return failed(
                attempt,
                cause instanceof RuntimeFailure
                        ? String.valueOf(cause.getMessage())
                        : said(attempt, "a fault in bookend: " + cause));
    }

    private StartFailed failed(Attempt attempt, String why) {
        var spec = tools.requests().spec(attempt.container());
        return new StartFailed(
                attempt,
                "%s (command: %s)".formatted(why, shown(spec.command())),
                tools.time().instant());
    }

    private static String shown(List<String> command) {
        var whole = String.join(" ", command);
        return whole.length() <= MOST_SHOWN ? whole : whole.substring(0, MOST_SHOWN) + "…";
    }
}
