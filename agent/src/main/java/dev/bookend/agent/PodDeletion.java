package dev.bookend.agent;

import dev.bookend.agent.PodRefused.Kind;
import dev.bookend.lifecycle.PodName;
import dev.bookend.lifecycle.PodState;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Ends a pod in order: through its owner if one lives, else by owning it for the rest of its life.
public final class PodDeletion {
    /// What a runtime may need beyond the grace.
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final PodName name;
    private final Optional<Duration> grace;
    private final StateDirectory state;
    private final PodDirectory directory;

    /// @param grace what shortens the pod's own grace
    public PodDeletion(StateDirectory state, PodName name, Optional<Duration> grace) {
        this.state = state;
        this.name = name;
        this.grace = grace;
        directory = state.pod(name);
    }

    /// Opens the place in which a pod without an owner is ended; called only for such a pod.
    public interface PlaceOpening {
        AgentPlace open() throws IOException, RuntimeFailure;
    }

    /// What came of it.
    public enum Outcome {
        ENDED_BY_OWNER,
        ENDED_BY_US,
        HAD_ENDED
    }

    /// Returns when the pod has ended.
    ///
    /// @param told hears what was lost of a pod whose journal is damaged
    public Outcome delete(PlaceOpening opening, PodWatcher watcher, Consumer<String> told)
            throws PodRefused, InterruptedException {
        if (Files.notExists(directory.journal())) {
            throw new PodRefused(
                    Kind.UNKNOWN,
                    "there is no pod %s below %s; check the name, -n and --state"
                            .formatted(name, state.root()));
        }
        try {
            var free = PodLock.take(directory.lock());
            var lock = free.isPresent() ? free.get() : awaitOwner();
            var opened = reopen(lock, opening, told);
            if (opened.isEmpty()) {
                retire(opening);
                lock.close();
                return free.isPresent() ? Outcome.HAD_ENDED : Outcome.ENDED_BY_OWNER;
            }
            end(opening.open(), opened.get(), watcher);
            return Outcome.ENDED_BY_US;
        } catch (IOException failure) {
            throw new PodRefused(
                    Kind.UNABLE,
                    "pod %s: %s; %s".formatted(name, failure.getMessage(), remedy()),
                    failure);
        } catch (RuntimeFailure failure) {
            throw new PodRefused(
                    Kind.UNABLE, "pod %s: %s".formatted(name, failure.getMessage()), failure);
        }
    }

    /// Whoever runs a pod in the foreground ends it at a signal, also when nothing can be written.
    private String remedy() {
        try {
            if (!PodLock.isFree(directory.lock()) && AgentLock.owner(state).isEmpty()) {
                return "process %1$s runs it, and ends it in order at: kill %1$s"
                        .formatted(PodLock.owner(directory.lock()));
            }
        } catch (IOException _) {
            return "check the disk and the modes";
        }
        return "check the disk and the modes, and delete again";
    }

    /// A pod whose journal cannot be trusted gets one from which it can be ended.
    private Optional<OpenedPod> reopen(PodLock lock, PlaceOpening opening, Consumer<String> told)
            throws PodRefused, IOException, RuntimeFailure {
        var pods = new PodOpening(state);
        try {
            return pods.reopen(name, lock);
        } catch (PodRefused refusal) {
            if (refusal.getCause() instanceof JournalDamage damage) {
                told.accept(pods.salvage(name, opening.open(), damage));
                return pods.reopen(name, lock);
            }
            throw refusal;
        }
    }

    /// Whoever ended the pod may have died before it could clear away.
    private void retire(PlaceOpening opening) {
        try {
            var uid = Files.readString(directory.uid()).strip();
            var charge = PodCharge.read(Files.readString(directory.manifest()), grace);
            if (charge.isPresent()) {
                var runtime = opening.open().runtime();
                try (var sandbox = runtime.open(charge.get().sandbox(uid), (_, _, _) -> {})) {
                    sandbox.retire();
                }
            }
        } catch (IOException | RuntimeFailure _) {
            // What is left costs some space until the pod's next life.
        }
    }

    /// Asks the owner to end the pod, and waits until it has let go of it, whatever the reason.
    private PodLock awaitOwner() throws IOException, PodRefused, InterruptedException {
        var owner = PodLock.lastOwner(directory.lock());
        new StopRequest(grace).leave(directory);
        var lock = new CompletableFuture<PodLock>();
        var waiter = Thread.ofPlatform().daemon().start(() -> await(lock));
        try {
            return lock.get(limit().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            waiter.interrupt();
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s: process %s did not end it within %d s; look what it waits for, or end"
                                    .formatted(name, owner, limit().toSeconds())
                            + " that process and delete again");
        } catch (ExecutionException failure) {
            throw new IOException(failure.getCause());
        }
    }

    private void await(CompletableFuture<PodLock> lock) {
        try {
            lock.complete(PodLock.await(directory.lock()));
        } catch (IOException failure) {
            lock.completeExceptionally(failure);
        }
    }

    private Duration limit() throws IOException {
        var own =
                PodCharge.read(Files.readString(directory.manifest()), grace)
                        .map(charge -> charge.effectivePlan().grace());
        return grace.or(() -> own).orElse(SLACK).plus(SLACK);
    }

    private PodState end(AgentPlace place, OpenedPod opened, PodWatcher watcher)
            throws PodRefused, InterruptedException {
        var life = PodLife.of(place, opened, watcher, UnaryOperator.identity());
        life.stop(grace);
        life.start();
        try {
            var limit = grace.orElse(life.plan().grace()).plus(SLACK);
            return life.end().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException failure) {
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s did not end: %s; its journal is %s"
                            .formatted(name, failure, life.journal()),
                    failure);
        }
    }
}
