package dev.bookend.agent.container;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.ExecResult;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.GuardedFiles;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.RuntimeListener;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.Started;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Containers that live in memory and outlive the agents of a test. What a container does stands in
/// its command: `serve` runs until it is told to stop, `exit N` ends at once, `stubborn` only heeds
/// SIGKILL, `missing` cannot be started. As a hook's command, `exit N` ends at once and `hang`
/// never.
public final class MemoryWorld {
    /// What happened to containers, in order: `start app#1`, `TERM app#1`, `exec app#1 prestop-1`.
    public final List<String> happened = new CopyOnWriteArrayList<>();

    /// How often all that was left of a pod was dropped.
    public final AtomicInteger retired = new AtomicInteger();

    /// The lives whose places were removed.
    public final List<String> removed = new CopyOnWriteArrayList<>();

    /// The trees that were removed after containers.
    public final List<Path> cleared = new CopyOnWriteArrayList<>();

    private final Map<Attempt, Container> containers = new LinkedHashMap<>();

    private static final class Container {
        final ContainerRequest request;
        final Map<String, CompletableFuture<ExecResult>> execs = new LinkedHashMap<>();
        final CompletableFuture<Found.Ended> end = new CompletableFuture<>();
        Optional<Started> started = Optional.empty();

        Container(ContainerRequest request) {
            this.request = request;
        }

        Found found() {
            var attempt = request.attempt();
            return started.<Found>map(
                            start -> end.isDone() ? end.join() : new Found.Running(attempt, start))
                    .orElse(new Found.Prepared(attempt));
        }
    }

    public ContainerRuntime runtime() {
        return new Runtime();
    }

    /// A sandbox for what asks nothing of it.
    public PodSandbox sandbox() {
        return new Sandbox("uid", (_, _, _) -> {});
    }

    public synchronized List<Attempt> running() {
        return containers.values().stream()
                .filter(each -> each.found() instanceof Found.Running)
                .map(each -> each.request.attempt())
                .toList();
    }

    public synchronized List<Attempt> prepared() {
        return containers.values().stream()
                .filter(each -> each.found() instanceof Found.Prepared)
                .map(each -> each.request.attempt())
                .toList();
    }

    /// Ends a container from outside.
    public synchronized void end(Attempt attempt, int code) {
        var container = containers.get(attempt);
        if (container != null && container.started.isPresent() && !container.end.isDone()) {
            happened.add("end " + attempt);
            container.end.complete(
                    new Found.Ended(
                            attempt, container.started.get(), Exit.of(code), Instant.now()));
        }
    }

    synchronized void finishExec(Attempt attempt, String id, int code) {
        var container = containers.get(attempt);
        if (container != null && container.execs.get(id) != null) {
            container.execs.get(id).complete(new ExecResult(code, "bye"));
        }
    }

    synchronized Optional<ContainerRequest> request(Attempt attempt) {
        return Optional.ofNullable(containers.get(attempt)).map(each -> each.request);
    }

    /// All processes go at once, as in a reboot.
    synchronized void reboot() {
        containers.clear();
    }

    private final class Runtime implements ContainerRuntime {
        @Override
        public GuardedFiles files() {
            return new GuardedFiles() {
                @Override
                public void perform(List<Step> steps) {
                    // There are no files in this world.
                }

                @Override
                public void remove(Path tree) {
                    cleared.add(tree);
                }
            };
        }

        @Override
        public List<String> shortcomings() {
            return List.of();
        }

        @Override
        public PodSandbox open(SandboxRequest request, RuntimeListener listener) {
            return new Sandbox(request.uid(), listener);
        }

        @Override
        public void close() {}
    }

    private final class Sandbox implements PodSandbox {
        private final String uid;
        private final RuntimeListener listener;
        private volatile boolean closed;

        Sandbox(String uid, RuntimeListener listener) {
            this.uid = uid;
            this.listener = listener;
        }

        @Override
        public List<Found> found() {
            synchronized (MemoryWorld.this) {
                return containers.values().stream().map(Container::found).toList();
            }
        }

        @Override
        public void listen() {
            List<Container> all;
            synchronized (MemoryWorld.this) {
                all = new ArrayList<>(containers.values());
            }
            all.forEach(this::follow);
        }

        private void follow(Container container) {
            Thread.ofVirtual().start(() -> tell(container.end.join()));
        }

        private void tell(Found.Ended end) {
            if (!closed) {
                listener.exited(end.attempt(), end.exit(), end.at());
            }
        }

        @Override
        public void prepare(ContainerRequest request) throws RuntimeFailure {
            synchronized (MemoryWorld.this) {
                refuseIfDead();
                if (!containers.containsKey(request.attempt())) {
                    var container = new Container(request);
                    containers.put(request.attempt(), container);
                    follow(container);
                }
            }
        }

        @Override
        public CompletableFuture<Started> begin(Attempt attempt) {
            synchronized (MemoryWorld.this) {
                try {
                    refuseIfDead();
                    var container = container(attempt);
                    if (container.started.isEmpty()) {
                        run(container);
                    }
                    return CompletableFuture.completedFuture(container.started.orElseThrow());
                } catch (RuntimeFailure failure) {
                    return CompletableFuture.failedFuture(failure);
                }
            }
        }

        /// What is left of an agent that died in a test's own JVM has no hands.
        private void refuseIfDead() throws RuntimeFailure {
            if (closed) {
                throw new RuntimeFailure(RuntimeFailure.Kind.UNABLE, "the agent has died");
            }
        }

        private void run(Container container) throws RuntimeFailure {
            var command = container.request.command();
            var attempt = container.request.attempt();
            if (command.getFirst().equals("missing")) {
                throw new RuntimeFailure(
                        RuntimeFailure.Kind.NO_SUCH_PROGRAM, "there is no program missing");
            }
            happened.add("start " + attempt);
            container.started =
                    Optional.of(new Started(new RuntimeId("memory://" + attempt), Instant.now()));
            if (command.getFirst().equals("exit")) {
                end(attempt, Integer.parseInt(command.get(1)));
            }
        }

        private Container container(Attempt attempt) throws RuntimeFailure {
            var container = containers.get(attempt);
            if (container == null) {
                throw new RuntimeFailure(
                        RuntimeFailure.Kind.NOT_PREPARED, attempt + " is not prepared");
            }
            return container;
        }

        @Override
        public void signal(Attempt attempt, Signal signal) {
            synchronized (MemoryWorld.this) {
                var container = containers.get(attempt);
                if (closed || container == null || container.end.isDone()) {
                    return;
                }
                if (container.started.isEmpty()) {
                    containers.remove(attempt);
                    return;
                }
                happened.add(signal.name() + " " + attempt);
                var stubborn = container.request.command().getFirst().equals("stubborn");
                if (signal.equals(Signal.KILL) || !stubborn) {
                    end(attempt, signal.equals(Signal.KILL) ? 137 : 0);
                }
            }
        }

        @Override
        public ExecSession exec(Attempt attempt, ExecRequest request) throws RuntimeFailure {
            synchronized (MemoryWorld.this) {
                refuseIfDead();
                var container = container(attempt);
                if (!(container.found() instanceof Found.Running)) {
                    throw new RuntimeFailure(
                            RuntimeFailure.Kind.NOT_RUNNING, attempt + " does not run");
                }
                var running = container.execs.get(request.id());
                return new MemoryExec(running == null ? begin(container, request) : running);
            }
        }

        private CompletableFuture<ExecResult> begin(Container container, ExecRequest request) {
            happened.add("exec %s %s".formatted(container.request.attempt(), request.id()));
            var result = new CompletableFuture<ExecResult>();
            container.execs.put(request.id(), result);
            if (request.command().getFirst().equals("exit")) {
                var code = Integer.parseInt(request.command().get(1));
                result.complete(new ExecResult(code, "said " + code));
            }
            return result;
        }

        @Override
        public Optional<Path> log(Attempt attempt) {
            return Optional.empty();
        }

        @Override
        public void forget(Attempt attempt) {
            synchronized (MemoryWorld.this) {
                containers.remove(attempt);
            }
        }

        @Override
        public void retire() {
            retired.incrementAndGet();
            synchronized (MemoryWorld.this) {
                containers.values().removeIf(it -> !(it.found() instanceof Found.Running));
            }
        }

        @Override
        public void remove() {
            removed.add(uid);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
