package dev.bookend.agent.life;

import dev.bookend.agent.call.Handlers;
import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.charge.PodRefused.Kind;
import dev.bookend.agent.container.ContainerRequests;
import dev.bookend.agent.effects.HeldEffects;
import dev.bookend.agent.effects.PodTools;
import dev.bookend.agent.effects.RuntimeEffects;
import dev.bookend.agent.effects.Tasks;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.journal.Journal;
import dev.bookend.agent.log.LastWords;
import dev.bookend.agent.loop.Mailbox;
import dev.bookend.agent.loop.PodLoop;
import dev.bookend.agent.loop.PodTime;
import dev.bookend.agent.loop.PodTurn;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.agent.opening.EarlierLives;
import dev.bookend.agent.opening.EndedPod;
import dev.bookend.agent.opening.OpenedPod;
import dev.bookend.agent.opening.PodOpening;
import dev.bookend.agent.request.RecreateFiles;
import dev.bookend.agent.request.StopRequest;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.AgentRestarted;
import dev.bookend.lifecycle.life.Event.ContainerExited;
import dev.bookend.lifecycle.life.Event.PodAccepted;
import dev.bookend.lifecycle.life.Event.RecreateCancelled;
import dev.bookend.lifecycle.life.Event.RecreateRequested;
import dev.bookend.lifecycle.life.Event.StopRequested;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.SandboxRequest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/// One pod in this agent's hands, from its opening to its end, on one virtual thread.
public final class PodLife {
    private static final Duration LAST_TASKS = Duration.ofSeconds(5);

    private final OpenedPod opened;
    private final PodState found;
    private final AgentPlace place;
    private final InstantSource time;
    private final Mailbox mailbox = new Mailbox();
    private final Tasks tasks = new Tasks();
    private final PodSandbox sandbox;
    private final RecreateFiles recreateFiles;
    private final HeldEffects effects;
    private final PodTurn turn;
    private final EndedRuns known = new EndedRuns();
    private final ContainerRequests requests;
    private final PodObjects.Watch changes;
    private final CompletableFuture<PodState> end = new CompletableFuture<>();
    private volatile Optional<Thread> thread = Optional.empty();

    private PodLife(
            OpenedPod opened,
            AgentPlace place,
            PodWatcher watcher,
            UnaryOperator<Journal> recording)
            throws RuntimeFailure {
        this.opened = opened;
        this.place = place;
        var plan = opened.charge().effectivePlan();
        requests =
                new ContainerRequests(
                        opened.charge().manifest(),
                        opened.uid(),
                        volumes(opened.uid()),
                        place.objects());
        found = opened.past().replay(plan);
        time = PodTime.notBefore(place.time(), found.latest());
        sandbox = place.runtime().open(request(opened.uid()), this::exited);
        recreateFiles = new RecreateFiles(opened.directory());
        effects =
                new HeldEffects(
                        new RuntimeEffects(
                                tools(plan),
                                recreateFiles.before(watcher),
                                opened.past().begunHooks()));
        turn =
                PodTurn.resumed(
                        plan, found, recording.apply(opened.journal()), effects, Engine::step);
        changes = place.objects().onChange(() -> tasks.send(requests.volumes()::refresh));
    }

    /// Takes charge of a pod: a new life, or the one that an earlier agent left. Nothing happens to
    /// it before [#start].
    public static PodLife open(AgentPlace place, PodCharge charge, PodWatcher watcher)
            throws PodRefused {
        var opened = new PodOpening(place).open(charge);
        return of(place, opened, watcher, UnaryOperator.identity());
    }

    /// The same for a pod whose uid is given: a new life under it, or the one that it has. A life
    /// that is over cannot be opened; [#past] tells of it.
    public static PodLife openAs(AgentPlace place, PodClaim claim, PodWatcher watcher)
            throws PodRefused {
        var opened = new PodOpening(place).openAs(claim);
        return of(place, opened, watcher, UnaryOperator.identity());
    }

    /// How the life of this uid ended; empty if it has not begun, or goes on.
    public static Optional<EndedPod> past(AgentPlace place, PodClaim claim) throws PodRefused {
        return new PodOpening(place).past(claim);
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
            hearRequests();
            thread = Optional.of(Thread.ofVirtual().name("pod " + name()).start(this::run));
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
        if (!isAdopted()) {
            sandbox.retire();
        }
        close();
    }

    /// Leaves a pod to whoever comes next: its containers live on, and [#end] fails.
    public void leave() {
        thread.ifPresent(Thread::interrupt);
    }

    private SandboxRequest request(String uid) {
        return opened.charge().sandbox(uid);
    }

    private PodTools tools(PodPlan plan) {
        return new PodTools(
                plan,
                sandbox,
                requests,
                new Handlers(sandbox, requests),
                mailbox,
                tasks,
                time,
                opened.directory(),
                () -> opened.journal().isLow() || opened.directory().isFull());
    }

    public PodName name() {
        return opened.charge().name();
    }

    /// The identity of this life.
    public String uid() {
        return opened.uid();
    }

    public PodPlan plan() {
        return turn.plan();
    }

    /// Whether the pod's containers were started by an earlier agent.
    public boolean isAdopted() {
        return opened.isAdopted();
    }

    /// The pod as an earlier agent left it; unborn if there was none.
    public PodState found() {
        return found;
    }

    public Path journal() {
        return opened.directory().journal();
    }

    /// The attempt's output in the CRI log format, if there is a file of it.
    public Optional<Path> log(Attempt attempt) {
        return sandbox.log(attempt);
    }

    /// Runs a command in a container of the pod.
    public ExecSession exec(Attempt attempt, ExecRequest request) throws RuntimeFailure {
        return sandbox.exec(attempt, request);
    }

    /// Asks the pod to end. A later request may only hasten it.
    public void stop(Optional<Duration> grace) {
        mailbox.post(new StopRequested(grace, time.instant()));
    }

    /// Asks for containers to be recreated. It may be asked for again, as after a crash of the
    /// agent: a request that the pod knows is no news. Nothing comes of it once the pod has ended.
    public void recreate(RecreateRequest request) {
        mailbox.post(new RecreateRequested(request, time.instant()));
    }

    /// Takes a request back; what it has begun is carried to its end, and its pod is ready again.
    public void cancelRecreation(RequestId id) {
        mailbox.post(new RecreateCancelled(id, time.instant()));
    }

    /// Done when the pod has ended; fails if a fault of ours stopped its loop.
    public Future<PodState> end() {
        return end;
    }

    private void hearRequests() throws IOException {
        place.watch().on(opened.directory().requests(), this::hearRequest);
        hearRequest();
    }

    private void hearRequest() {
        recreateFiles.news().forEach(this::recreate);
        StopRequest.read(opened.directory()).ifPresent(request -> stop(request.grace()));
    }

    private void exited(Attempt attempt, Exit exit, Instant at) {
        if (known.add(attempt)) {
            var said = lastWords().in(attempt, exit);
            mailbox.post(new ContainerExited(attempt, said, PodTime.heard(at, time.instant())));
        }
    }

    private LastWords lastWords() {
        return new LastWords(opened.charge().manifest(), sandbox);
    }

    private void run() {
        try {
            begin();
            new PodLoop(turn, mailbox, time).run();
            tasks.finish(LAST_TASKS);
            sandbox.retire();
            close();
            requests.volumes().release();
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
        changes.close();
        tasks.close();
        sandbox.close();
        closeQuietly(opened.journal());
        closeQuietly(opened.lock());
    }

    private void begin() {
        tasks.send(this::removeEarlierLives);
        if (isAdopted()) {
            catchUp();
            tasks.send(requests.volumes()::refresh);
        } else {
            effects.release();
            turn.take(new PodAccepted(time.instant()));
        }
        sandbox.listen();
    }

    private void catchUp() {
        var found = sandbox.found().stream().map(lastWords()::in).toList();
        forgetPast(found);
        var now = time.instant();
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
        heedStops(found, now);
        effects.release();
        turn.take(new AgentRestarted(now));
    }

    /// A stop that was asked for before we came is heard before anything is started (EXIT-7).
    private void heedStops(List<Found> found, Instant now) {
        var stops = mailbox.takeStops();
        if (!stops.isEmpty()) {
            stops.forEach(turn::take);
            Recovery.events(turn.pod(), found, now).forEach(this::takeMissed);
        }
    }

    /// An exit that the journal has is no news, and the runtime need not keep it.
    private void forgetPast(List<Found> found) {
        for (var attempt : Recovery.past(turn.pod(), found)) {
            known.add(attempt);
            tasks.send(() -> sandbox.forget(attempt));
        }
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

    private void removeEarlierLives() {
        new EarlierLives(opened.directory()).remove(place, opened.charge(), opened.uid());
    }

    private VolumePlaces volumes(String uid) {
        return VolumePlaces.of(opened.directory(), uid, place.runtime().files());
    }

    private static void closeQuietly(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception _) {
            // Closing is all that was wanted.
        }
    }
}
