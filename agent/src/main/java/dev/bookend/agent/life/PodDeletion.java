package dev.bookend.agent.life;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.charge.PodRefused.Kind;
import dev.bookend.agent.journal.JournalDamage;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.agent.opening.OpenedPod;
import dev.bookend.agent.opening.PodOpening;
import dev.bookend.agent.opening.PodRemains;
import dev.bookend.agent.request.StopRequest;
import dev.bookend.agent.state.AgentLock;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.agent.state.PodLock;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.LivingPod;
import dev.bookend.runtime.PrivateDirectory;
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

    /// Returns when the pod has ended, and none of its containers runs any more.
    ///
    /// @param told hears what was lost of a pod whose records are damaged
    public Outcome delete(PlaceOpening opening, PodWatcher watcher, Consumer<String> told)
            throws PodRefused, InterruptedException {
        try {
            if (Files.exists(state.root())) {
                PrivateDirectory.make(state.root());
            }
            if (Files.notExists(directory.journal())) {
                find(opening);
            }
            var free = PodLock.take(directory.lock());
            var lock = free.isPresent() ? free.get() : awaitOwner();
            var place = opening.open();
            var claim = claim(place);
            var opened = reopen(lock, place, claim, told);
            if (opened.isEmpty()) {
                retire(place, claim);
                lock.close();
            } else {
                end(place, opened.get(), watcher);
            }
            refuseSurvivors(place, claim);
            return opened.isPresent()
                    ? Outcome.ENDED_BY_US
                    : free.isPresent() ? Outcome.HAD_ENDED : Outcome.ENDED_BY_OWNER;
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

    /// Finds a pod of which no journal is left by its containers.
    private void find(PlaceOpening opening) throws IOException, RuntimeFailure, PodRefused {
        if (Files.notExists(state.root()) || isNowhere(opening.open())) {
            throw unknown();
        }
        state.makePod(name);
    }

    private PodRefused unknown() {
        return new PodRefused(
                Kind.UNKNOWN,
                "there is no pod %s below %s; check the name, -n and --state"
                        .formatted(name, state.root()));
    }

    /// The life that is meant: the one that the pod's directory speaks of, or the one that the
    /// runtime knows by this name, or by this uid.
    private Optional<PodClaim> claim(AgentPlace place) throws RuntimeFailure {
        var uid = directory.readUid();
        if (uid.isEmpty()) {
            for (var each : place.runtime().uids()) {
                if (place.runtime().living(each).filter(this::isMeant).isPresent()) {
                    uid = Optional.of(each);
                }
            }
        }
        return uid.map(it -> PodClaim.without(name, it, "no manifest is left of it"));
    }

    private boolean isMeant(LivingPod pod) {
        return pod.name().map(name::equals).orElse(pod.uid().equals(name.name()));
    }

    private boolean isNowhere(AgentPlace place) throws RuntimeFailure {
        var claim = claim(place);
        return claim.isEmpty() || place.runtime().living(claim.get().uid()).isEmpty();
    }

    /// Nobody is told of an end that has not come.
    private void refuseSurvivors(AgentPlace place, Optional<PodClaim> claim)
            throws PodRefused, RuntimeFailure {
        var left =
                claim.isPresent()
                        ? place.runtime().living(claim.get().uid())
                        : Optional.<LivingPod>empty();
        if (left.isPresent()) {
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s: its containers still run: %s; see what they wait for, delete again"
                            .formatted(name, left.get().containers()));
        }
    }

    /// Whoever runs a pod in the foreground ends it at a signal, also when nothing can be written.
    private String remedy() {
        try {
            if (!PodLock.isFree(directory.lock())
                    && !PodLock.isOwn(directory.lock())
                    && AgentLock.owner(state).isEmpty()) {
                return "process %1$s runs it, and ends it in order at: kill %1$s"
                        .formatted(PodLock.owner(directory.lock()));
            }
        } catch (IOException _) {
            return "check the disk and the modes";
        }
        return "check the disk and the modes, and delete again";
    }

    /// A pod whose records cannot be trusted gets a journal from which it can be ended.
    private Optional<OpenedPod> reopen(
            PodLock lock, AgentPlace place, Optional<PodClaim> claim, Consumer<String> told)
            throws PodRefused, IOException {
        var pods = new PodOpening(place);
        try {
            if (claim.isPresent() && Files.notExists(directory.uid())) {
                PodDirectory.replace(directory.uid(), claim.get().uid());
            }
            return pods.reopen(name, lock);
        } catch (PodRefused refusal) {
            if (claim.isPresent() && refusal.getCause() instanceof JournalDamage damage) {
                var remains = new PodRemains(place, claim.get(), directory);
                told.accept(remains.salvage(damage.says(), grace));
                return pods.reopen(name, lock);
            }
            throw refusal;
        }
    }

    /// Whoever ended the pod may have died before it could clear away.
    private static void retire(AgentPlace place, Optional<PodClaim> claim) {
        if (claim.isEmpty()) {
            return;
        }
        try (var sandbox = place.runtime().open(claim.get().sandbox(), (_, _, _) -> {})) {
            sandbox.retire();
        } catch (RuntimeFailure _) {
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
                Files.exists(directory.manifest())
                        ? PodCharge.resume(Files.readString(directory.manifest()), grace)
                                .map(charge -> charge.effectivePlan().grace())
                        : Optional.<Duration>empty();
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
