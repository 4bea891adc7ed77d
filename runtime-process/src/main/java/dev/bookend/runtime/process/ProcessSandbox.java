package dev.bookend.runtime.process;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.RuntimeFailure.Kind;
import dev.bookend.runtime.RuntimeListener;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.Started;
import dev.bookend.runtime.process.place.PodPlace;
import dev.bookend.runtime.process.place.ShimProcess;
import dev.bookend.runtime.process.rights.Isolation;
import dev.bookend.runtime.process.rights.Refusals;
import dev.bookend.runtime.process.shim.Failures;
import dev.bookend.runtime.process.shim.Shim;
import dev.bookend.runtime.process.shim.ShimExec;
import dev.bookend.runtime.process.wire.Fields;
import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.Refused;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// A pod's containers, each with a shim of its own.
final class ProcessSandbox implements PodSandbox {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final Duration END_LIMIT = Duration.ofSeconds(3);
    private static final Duration REMOVAL_LIMIT = Duration.ofMinutes(2);

    private final Machine machine;
    private final SandboxRequest request;
    private final PodPlace place;
    private final RuntimeListener listener;
    private final Map<Attempt, Shim> shims = new ConcurrentHashMap<>();
    private final Map<Attempt, Found.Ended> ends = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> listening = new CompletableFuture<>();
    private final List<Found> found;

    private ProcessSandbox(Machine machine, SandboxRequest request, RuntimeListener listener)
            throws IOException {
        this.machine = machine;
        this.request = request;
        this.listener = listener;
        place = machine.places().pod(request.uid());
        place.create(request.pod());
        found = new Adoption(machine, place, this::adopt).findAll();
    }

    static ProcessSandbox open(Machine machine, SandboxRequest request, RuntimeListener listener)
            throws IOException {
        var sandbox = new ProcessSandbox(machine, request, listener);
        sandbox.tellOfPastEnds();
        return sandbox;
    }

    private boolean sharesProcesses() {
        return machine.isolation() == Isolation.FULL && request.sharing().processNamespace();
    }

    private void adopt(Shim shim) {
        shims.put(shim.attempt(), shim);
        shim.watch();
        Thread.ofVirtual().name("shim " + shim.attempt()).start(() -> follow(shim));
    }

    private void tellOfPastEnds() {
        for (var each : found) {
            if (each instanceof Found.Ended ended) {
                ends.put(ended.attempt(), ended);
                Thread.ofVirtual().start(() -> tell(ended));
            }
        }
    }

    private void follow(Shim shim) {
        var end = shim.awaitEnd();
        end.filter(it -> it.exit().reason() == ExitReason.SHIM_LOST)
                .ifPresent(_ -> place.clear(shim.attempt()));
        end.ifPresent(ended -> ends.put(ended.attempt(), ended));
        shims.remove(shim.attempt(), shim);
        end.ifPresent(this::tell);
        shim.close();
    }

    private void tell(Found.Ended ended) {
        try {
            listening.join();
            listener.exited(ended.attempt(), ended.exit(), ended.at());
        } catch (CancellationException _) {
            // The sandbox was closed first, so that a later one tells.
        }
    }

    @Override
    public List<Found> found() {
        return found;
    }

    @Override
    public void listen() {
        listening.complete(null);
    }

    @Override
    public void prepare(ContainerRequest container) throws RuntimeFailure {
        var attempt = container.attempt();
        if (shims.containsKey(attempt) || ends.containsKey(attempt)) return;
        Refusals.check(machine.isolation(), container);
        try {
            place.create(attempt);
            share();
            var groups = machine.cgroups().make(request.uid(), attempt, container.limits());
            var shim = spawn(attempt);
            var fields = new Prepare(machine, request, container).fields();
            groups.forEach(group -> fields.with("cgroup", group));
            askFirst(shim, fields);
            adopt(shim);
        } catch (IOException e) {
            throw Failures.of(attempt, e);
        }
    }

    /// Makes what the pod's containers share, of which several may begin at once; not before there
    /// is one, because a sandbox is also opened to look at a pod that is over.
    private synchronized void share() throws IOException {
        place.makeSharedMemory();
        if (sharesProcesses()) Holder.begin(machine, place);
    }

    private Shim spawn(Attempt attempt) throws IOException {
        try {
            machine.spawner().ask(FrameType.SPAWN, place.socket(attempt), ANSWER_LIMIT);
        } catch (Refused refused) {
            // An earlier agent has spawned it and then died.
            if (refused.errno() != Refused.EADDRINUSE) throw refused;
        }
        return Shim.connect(place, attempt, machine.watchdog());
    }

    private void askFirst(Shim shim, Fields fields) throws IOException {
        try {
            shim.ask(FrameType.PREPARE, fields, ANSWER_LIMIT);
        } catch (IOException e) {
            shim.close();
            if (!(e instanceof Refused)) place.clear(shim.attempt());
            discard(shim.attempt());
            throw e;
        }
    }

    @Override
    public CompletableFuture<Started> begin(Attempt attempt) {
        var shim = shims.get(attempt);
        var ended = ends.get(attempt);
        if (ended != null) return CompletableFuture.completedFuture(ended.started());
        return shim == null
                ? CompletableFuture.failedFuture(
                        absent(attempt, Kind.NOT_PREPARED, "was not prepared"))
                : shim.begin(ANSWER_LIMIT)
                        .exceptionallyCompose(
                                cause -> CompletableFuture.failedFuture(unbegun(attempt, cause)));
    }

    private Throwable unbegun(Attempt attempt, Throwable cause) {
        forget(attempt);
        return cause instanceof IOException failure ? Failures.of(attempt, failure) : cause;
    }

    private static RuntimeFailure absent(Attempt attempt, Kind kind, String says) {
        return new RuntimeFailure(
                kind,
                "container %s: attempt %d %s"
                        .formatted(attempt.container(), attempt.number(), says));
    }

    @Override
    public void signal(Attempt attempt, Signal signal) throws RuntimeFailure {
        var shim = shims.get(attempt);
        if (shim == null) return;
        try {
            if (signal.equals(Signal.KILL)) {
                shim.kill();
                var _ = machine.watchdog().after(END_LIMIT, () -> endIfStopped(shim));
            } else {
                var fields = Fields.of("id", signal.name()).with("signal", signal.number());
                shim.ask(FrameType.SIGNAL, fields, ANSWER_LIMIT);
            }
        } catch (Refused refused) {
            if (refused.errno() != Refused.ESRCH) throw Failures.of(attempt, refused);
        } catch (IOException e) {
            // A shim that ends has nobody left to signal; its end is told by its follower.
            if (Files.exists(place.socket(attempt))) throw Failures.of(attempt, e);
        }
    }

    /// It may have been stopped between its answer and the end.
    private void endIfStopped(Shim shim) {
        if (shims.get(shim.attempt()) != shim) return;
        ShimProcess.at(place.socket(shim.attempt()))
                .filter(ShimProcess::isStopped)
                .ifPresent(ShimProcess::end);
    }

    @Override
    public ExecSession exec(Attempt attempt, ExecRequest command) throws RuntimeFailure {
        var shim = shims.get(attempt);
        if (shim == null) throw absent(attempt, Kind.NOT_RUNNING, "does not run");
        try {
            return ShimExec.begin(shim, command);
        } catch (IOException e) {
            throw Failures.of(attempt, e);
        }
    }

    @Override
    public Optional<Path> log(Attempt attempt) {
        return Optional.of(place.log(attempt)).filter(Files::exists);
    }

    @Override
    public void forget(Attempt attempt) {
        var shim = shims.remove(attempt);
        if (shim != null) {
            shim.close();
            place.clear(attempt);
        }
        place.tidy(attempt);
        ends.remove(attempt);
        try {
            discard(attempt);
        } catch (IOException e) {
            throw new UncheckedIOException("attempt %s cannot be forgotten".formatted(attempt), e);
        }
    }

    private void discard(Attempt attempt) throws IOException {
        place.discard(attempt).ifPresent(machine.spawner()::removeLater);
        machine.cgroups().remove(request.uid(), attempt);
    }

    @Override
    public void retire() {
        try {
            var attempts = place.known();
            for (var attempt : attempts) signal(attempt, Signal.KILL);
            // First what is not below the state, which a disk that failed keeps as it is.
            machine.spawner().removeLater(place.sharedMemory());
            if (Files.exists(place.holder())) Holder.end(place);
            attempts.forEach(this::forget);
            machine.spawner().removeLater(place.trash());
            machine.cgroups().remove(request.uid());
        } catch (IOException | UncheckedIOException | RuntimeFailure _) {
            // It costs some space until the pod's place is removed.
        }
    }

    @Override
    public void remove() {
        close();
        try {
            machine.spawner().ask(FrameType.REMOVE, place.sharedMemory(), REMOVAL_LIMIT);
            if (Files.exists(place.holder())) Holder.end(place);
            machine.spawner().ask(FrameType.REMOVE, place.root(), REMOVAL_LIMIT);
            machine.cgroups().remove(request.uid());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the pod's place %s cannot be removed".formatted(place.root()), e);
        }
    }

    @Override
    public void close() {
        listening.cancel(false);
        shims.values().forEach(Shim::close);
        shims.clear();
    }
}
