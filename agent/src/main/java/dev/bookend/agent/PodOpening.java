package dev.bookend.agent;

import dev.bookend.agent.PodRefused.Kind;
import dev.bookend.lifecycle.PodName;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodStage;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.SandboxRequest;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Takes a pod's directory into our hands: a new life, or the one that an earlier agent left.
final class PodOpening {
    private final StateDirectory state;

    PodOpening(StateDirectory state) {
        this.state = state;
    }

    /// Opens the pod to live by this manifest.
    OpenedPod open(PodCharge charge) throws PodRefused {
        return guarded(
                charge.name(),
                () -> {
                    var directory = state.makePod(charge.name());
                    var lock = lock(charge.name(), directory);
                    return releasingOnFailure(lock, () -> open(charge, directory, lock));
                });
    }

    /// Opens the pod for the life of this uid: begins it, or goes on with it by the manifest that
    /// it began with. That life must not be over.
    OpenedPod openAs(PodCharge charge, String uid) throws PodRefused {
        return guarded(
                charge.name(),
                () -> {
                    var directory = state.makePod(charge.name());
                    var lock = lock(charge.name(), directory);
                    return releasingOnFailure(lock, () -> openAs(charge, uid, directory, lock));
                });
    }

    private OpenedPod openAs(PodCharge charge, String uid, PodDirectory directory, PodLock lock)
            throws IOException, JournalDamage, PodRefused {
        var life = RecordedLife.read(directory.journal());
        if (life.filter(it -> isOf(uid, it) && !it.past().isEmpty()).isPresent()) {
            var kept = kept(charge.name(), directory, life.get().header().grace());
            return adopted(kept, directory, lock, life.get());
        }
        if (life.isEmpty() || isOver(life.get())) {
            var replaced = life.map(it -> it.header().uid()).filter(it -> !it.equals(uid));
            return fresh(charge, directory, lock, replaced, uid);
        }
        throw new PodRefused(
                Kind.NOT_OURS,
                "pod %s: another pod of that name, left by a bookend that died, still lives; end it"
                                .formatted(charge.name())
                        + " first with: bookend delete "
                        + charge.name().name());
    }

    private static boolean isOf(String uid, RecordedLife life) {
        return life.header().uid().equals(uid);
    }

    /// How the life of this uid ended; empty if it has not begun, or goes on.
    Optional<EndedPod> past(PodName name, String uid) throws PodRefused {
        var directory = state.pod(name);
        return guarded(
                name,
                () -> {
                    var life = RecordedLife.read(directory.journal()).filter(it -> isOf(uid, it));
                    if (life.isEmpty() || life.get().past().isEmpty()) {
                        return Optional.empty();
                    }
                    var grace = life.get().header().grace();
                    var plan = kept(name, directory, grace).effectivePlan();
                    var pod = life.get().past().replay(plan);
                    return pod.ended() ? Optional.of(new EndedPod(plan, pod)) : Optional.empty();
                });
    }

    /// Opens a pod that an earlier agent left behind, by the manifest it lives by; empty if its
    /// life is over. The lock is ours already.
    Optional<OpenedPod> reopen(PodName name, PodLock lock) throws PodRefused {
        var directory = state.pod(name);
        return guarded(
                name,
                () -> {
                    var life = RecordedLife.read(directory.journal());
                    if (life.isEmpty() || isOver(life.get())) {
                        return Optional.empty();
                    }
                    var charge = kept(name, directory, life.get().header().grace());
                    return hasEnded(charge.plan(), life.get())
                            ? Optional.empty()
                            : Optional.of(adopted(charge, directory, lock, life.get()));
                });
    }

    /// Gives a pod whose journal is damaged one from which it can be ended; says what was lost.
    String salvage(PodName name, AgentPlace place, JournalDamage damage) throws PodRefused {
        var directory = state.pod(name);
        return guarded(
                name,
                () -> {
                    var uid = Files.readString(directory.uid()).strip();
                    var charge = kept(name, directory, Optional.empty());
                    var found = found(place, charge.sandbox(uid));
                    var now = place.time().instant();
                    var pod =
                            new PodSalvage(charge.plan(), found, now).terminating(Optional.empty());
                    var header =
                            new JournalHeader(
                                    uid, Machine.boot(), charge.digest(), Optional.empty());
                    JournalRotation.of(directory.journal())
                            .replace(".damaged", header, new JournalSnapshot(pod, Map.of(), 0))
                            .close();
                    return "pod %s: %s".formatted(name, damage.says())
                            + "; what it recorded of restarts, exit codes and hooks is lost, and"
                            + " the pod is ended as its runtime reports it; the damaged journal is"
                            + " kept as "
                            + directory.damagedJournal();
                });
    }

    private static List<Found> found(AgentPlace place, SandboxRequest request) throws IOException {
        try (var sandbox = place.runtime().open(request, (_, _, _) -> {})) {
            return sandbox.found();
        } catch (RuntimeFailure failure) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    private static PodCharge kept(PodName name, PodDirectory directory, Optional<Duration> grace)
            throws IOException, PodRefused {
        var source = Files.readString(directory.manifest());
        return PodCharge.read(source, grace)
                .orElseThrow(
                        () ->
                                new PodRefused(
                                        Kind.UNABLE,
                                        "pod %s: its manifest %s cannot be read any more"
                                                .formatted(name, directory.manifest())));
    }

    /// Something that the disk may fail, or a journal that cannot be trusted.
    private interface Opening<T> {
        T open() throws IOException, JournalDamage, PodRefused;
    }

    private static <T> T guarded(PodName name, Opening<T> opening) throws PodRefused {
        try {
            return opening.open();
        } catch (IOException failure) {
            throw new PodRefused(
                    Kind.UNABLE,
                    "pod %s: its directory cannot be used: %s".formatted(name, says(failure)),
                    failure);
        } catch (JournalDamage damage) {
            throw new PodRefused(
                    Kind.UNABLE,
                    "pod %s: %s; its containers are left alone: restore the file, or end them with:"
                                    .formatted(name, damage.says())
                            + " bookend delete "
                            + name.name(),
                    damage);
        }
    }

    /// What the kernel says, without the names of our own language's exceptions.
    private static String says(IOException failure) {
        var message = String.valueOf(failure.getMessage());
        return switch (failure) {
            case AccessDeniedException _ -> message + " is not ours to use; check its mode";
            case NoSuchFileException _ -> message + " has gone; try again";
            default ->
                    message.contains("No space left") || message.contains("quota exceeded")
                            ? message + "; make room on its disk, and try again"
                            : message + "; check the disk and the modes";
        };
    }

    private static OpenedPod releasingOnFailure(PodLock lock, Opening<OpenedPod> opening)
            throws IOException, JournalDamage, PodRefused {
        var done = false;
        try {
            var pod = opening.open();
            done = true;
            return pod;
        } finally {
            if (!done) {
                lock.close();
            }
        }
    }

    private static PodLock lock(PodName name, PodDirectory directory)
            throws IOException, PodRefused {
        var lock = PodLock.take(directory.lock());
        if (lock.isEmpty()) {
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s is run by process %s already; end it there, or with: bookend delete %s"
                            .formatted(name, PodLock.owner(directory.lock()), name.name()));
        }
        return lock.get();
    }

    private OpenedPod open(PodCharge charge, PodDirectory directory, PodLock lock)
            throws IOException, JournalDamage, PodRefused {
        var life = RecordedLife.read(directory.journal());
        if (life.isEmpty()) {
            return fresh(charge, directory, lock, Optional.empty());
        }
        var same = isSameManifest(charge, directory);
        if (isOver(life.get()) || (same && hasEnded(charge.plan(), life.get()))) {
            return fresh(charge, directory, lock, Optional.of(life.get().header().uid()));
        }
        if (!same) {
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s still lives by an earlier manifest (%s), left by an agent that died;"
                                    .formatted(charge.name(), directory.manifest())
                            + " end it first with: bookend delete "
                            + charge.name().name());
        }
        return adopted(regraced(charge, life.get()), directory, lock, life.get());
    }

    private static boolean isSameManifest(PodCharge charge, PodDirectory directory)
            throws IOException {
        return Files.exists(directory.manifest())
                && Files.readString(directory.manifest()).equals(charge.source());
    }

    private static boolean isOver(RecordedLife life) {
        return life.closed() || life.past().isEmpty();
    }

    private static boolean hasEnded(PodPlan plan, RecordedLife life) {
        var effective = life.header().grace().map(plan::withGrace).orElse(plan);
        return life.past().replay(effective).stage() instanceof PodStage.Ended;
    }

    /// The plan must be the one by which the journal was written.
    private static PodCharge regraced(PodCharge charge, RecordedLife life) {
        return new PodCharge(
                charge.manifest(), charge.plan(), charge.source(), life.header().grace());
    }

    private static OpenedPod fresh(
            PodCharge charge, PodDirectory directory, PodLock lock, Optional<String> replaced)
            throws IOException {
        return fresh(charge, directory, lock, replaced, Machine.freshId());
    }

    private static OpenedPod fresh(
            PodCharge charge,
            PodDirectory directory,
            PodLock lock,
            Optional<String> replaced,
            String uid)
            throws IOException {
        var earlier = new EarlierLives(directory);
        if (replaced.isPresent()) {
            earlier.note(replaced.get());
        }
        directory.clear();
        PodDirectory.replace(directory.manifest(), charge.source());
        PodDirectory.replace(directory.uid(), uid);
        var header = new JournalHeader(uid, Machine.boot(), charge.digest(), charge.grace());
        var journal = FileJournal.create(directory.journal(), header);
        return new OpenedPod(charge, directory, lock, journal, uid, PodPast.NONE, false);
    }

    private static OpenedPod adopted(
            PodCharge charge, PodDirectory directory, PodLock lock, RecordedLife life)
            throws IOException {
        var boot = Machine.boot();
        return new OpenedPod(
                charge,
                directory,
                lock,
                FileJournal.reopen(directory.journal(), life, boot),
                life.header().uid(),
                life.past(),
                !boot.equals(life.boot()));
    }
}
