package dev.bookend.agent;

import dev.bookend.agent.PodRefused.Kind;
import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.Event.AgentRestarted;
import dev.bookend.lifecycle.Event.ContainerExited;
import dev.bookend.lifecycle.Event.PodAccepted;
import dev.bookend.lifecycle.Event.StopRequested;
import dev.bookend.lifecycle.Exit;
import dev.bookend.lifecycle.PodName;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodState;
import dev.bookend.lifecycle.Signal;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.SandboxRequest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/// One pod in this agent's hands, from its opening to its end, on one virtual thread.
public final class PodLife {
    private static final Duration LAST_TASKS = Duration.ofSeconds(5);

    private final OpenedPod opened;
    private final AgentPlace place;
    private final Mailbox mailbox = new Mailbox();
    private final Tasks tasks = new Tasks();
    private final PodSandbox sandbox;
    private final HeldEffects effects;
    private final PodTurn turn;
    private final Set<Attempt> known = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<PodState> end = new CompletableFuture<>();

    private PodLife(
            OpenedPod opened,
            AgentPlace place,
            PodWatcher watcher,
            UnaryOperator<Journal> recording)
            throws RuntimeFailure {
        this.opened = opened;
        this.place = place;
        var plan = opened.charge().effectivePlan();
        sandbox = place.runtime().open(request(opened.uid()), this::exited);
        effects =
                new HeldEffects(
                        new RuntimeEffects(tools(plan), watcher, PastHooks.begun(opened.past())));
        turn = PodTurn.replayed(plan, opened.past(), recording.apply(opened.journal()), effects);
    }

    /// Takes charge of a pod: a new life, or the one that an earlier agent left. Nothing happens to
    /// it before [#start].
    public static PodLife open(AgentPlace place, PodCharge charge, PodWatcher watcher)
            throws PodRefused {
        var opened = new PodOpening(place.state()).open(charge);
        return of(place, opened, watcher, UnaryOperator.identity());
    }

    /// A life whose pod is in our hands already.
    ///
    /// @param recording what stands before the pod's journal
    static PodLife of(
            AgentPlace place,
            OpenedPod opened,
            PodWatcher watcher,
            UnaryOperator<Journal> recording)
            throws PodRefused {
        try {
            return new PodLife(opened, place, watcher, recording);
        } catch (RuntimeFailure failure) {
            closeQuietly(opened.journal());
            closeQuietly(opened.lock());
            throw new PodRefused(Kind.UNABLE, String.valueOf(failure.getMessage()), failure);
        }
    }

    /// Begins the life, or goes on with it. Called once.
    public void start() throws PodRefused {
        try {
            hearStopRequests();
            Thread.ofVirtual().name("pod " + name()).start(this::run);
        } catch (IOException failure) {
            abandon();
            throw new PodRefused(
                    Kind.UNABLE,
                    "pod %s: the directory %s cannot be watched: %s"
                            .formatted(name(), opened.directory().requests(), failure),
                    failure);
        }
    }

    /// Lets go of a life that was not started.
    public void abandon() {
        close();
    }

    private SandboxRequest request(String uid) {
        var manifest = opened.charge().manifest();
        return new SandboxRequest(
                uid, name(), Environment.hostname(manifest), manifest.settings().sharing());
    }

    private PodTools tools(PodPlan plan) {
        var requests =
                new ContainerRequests(
                        opened.charge().manifest(),
                        opened.uid(),
                        opened.directory().volumes(opened.uid()));
        return new PodTools(
                plan,
                sandbox,
                requests,
                new Handlers(sandbox, requests),
                mailbox,
                tasks,
                place.time(),
                opened.directory(),
                opened.journal()::isLow);
    }

    public PodName name() {
        return opened.charge().name();
    }

    public PodPlan plan() {
        return turn.plan();
    }

    /// Whether the pod's containers were started by an earlier agent.
    public boolean isAdopted() {
        return opened.isAdopted();
    }

    public Path journal() {
        return opened.directory().journal();
    }

    /// The attempt's output in the CRI log format, if there is a file of it.
    public Optional<Path> log(Attempt attempt) {
        return sandbox.log(attempt);
    }

    /// Asks the pod to end. A later request may only hasten it.
    public void stop(Optional<Duration> grace) {
        mailbox.post(new StopRequested(grace, place.time().instant()));
    }

    /// Done when the pod has ended; fails if a fault of ours stopped its loop.
    public Future<PodState> end() {
        return end;
    }

    private void hearStopRequests() throws IOException {
        place.watch().on(opened.directory().requests(), this::hearStopRequest);
        hearStopRequest();
    }

    private void hearStopRequest() {
        StopRequest.read(opened.directory()).ifPresent(request -> stop(request.grace()));
    }

    private void exited(Attempt attempt, Exit exit, Instant at) {
        var now = place.time().instant();
        if (known.add(attempt)) {
            mailbox.post(new ContainerExited(attempt, exit, at.isAfter(now) ? now : at));
        }
    }

    private void run() {
        try {
            begin();
            new PodLoop(turn, mailbox, place.time()).run();
            tasks.finish(LAST_TASKS);
            close();
            end.complete(turn.pod());
        } catch (InterruptedException interrupt) {
            close();
            end.completeExceptionally(interrupt);
        } catch (RuntimeException | Error fault) {
            close();
            end.completeExceptionally(fault);
        }
    }

    private void close() {
        tasks.close();
        sandbox.close();
        closeQuietly(opened.journal());
        closeQuietly(opened.lock());
    }

    private void begin() {
        opened.replaced().ifPresent(uid -> tasks.send(() -> removeSandbox(uid)));
        if (isAdopted()) {
            catchUp();
        } else {
            effects.release();
            turn.take(new PodAccepted(place.time().instant()));
        }
        sandbox.listen();
    }

    private void catchUp() {
        var found = sandbox.found();
        forgetPast(found);
        var now = place.time().instant();
        Recovery.strays(turn.pod(), found).forEach(attempt -> tasks.send(() -> kill(attempt)));
        var missed =
                opened.rebooted()
                        ? Recovery.afterReboot(turn.pod(), found, now)
                        : Recovery.events(turn.pod(), found, now);
        if (!missed.isEmpty()) {
            // What follows from late news is decided now, not at the time that it tells of.
            turn.take(new AgentRestarted(now));
        }
        missed.forEach(this::takeMissed);
        effects.release();
        turn.take(new AgentRestarted(now));
    }

    /// An exit that the journal has is no news, and the runtime need not keep it.
    private void forgetPast(List<Found> found) {
        for (var event : opened.past()) {
            if (event instanceof ContainerExited(var attempt, _, _)) {
                known.add(attempt);
            }
        }
        found.stream()
                .map(Found::attempt)
                .filter(known::contains)
                .forEach(attempt -> tasks.send(() -> sandbox.forget(attempt)));
    }

    private void takeMissed(Event event) {
        if (event instanceof ContainerExited(var attempt, _, _)) {
            known.add(attempt);
        }
        turn.take(event);
    }

    private void kill(Attempt attempt) {
        try {
            sandbox.signal(attempt, Signal.KILL);
        } catch (RuntimeFailure _) {
            // Nobody waits for it, and the sandbox takes it along in the end.
        }
    }

    private void removeSandbox(String uid) {
        try {
            place.runtime().open(request(uid), (_, _, _) -> {}).remove();
        } catch (RuntimeFailure _) {
            // What is left of an old life costs some space and nothing else.
        }
    }

    private static void closeQuietly(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception _) {
            // Closing is all that was wanted.
        }
    }
}
