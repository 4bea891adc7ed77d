package dev.bookend.agent;

import dev.bookend.agent.PodRefused.Kind;
import dev.bookend.lifecycle.Engine;
import dev.bookend.lifecycle.PodName;
import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodStage;
import dev.bookend.lifecycle.PodState;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
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
                    var charge = kept(name, directory, life.get());
                    return hasEnded(charge.plan(), life.get())
                            ? Optional.empty()
                            : Optional.of(adopted(charge, directory, lock, life.get()));
                });
    }

    private static PodCharge kept(PodName name, PodDirectory directory, RecordedLife life)
            throws IOException, PodRefused {
        var source = Files.readString(directory.manifest());
        return PodCharge.read(source, life.header().grace())
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
                    "pod %s: its directory cannot be used: %s; check the disk and the modes"
                            .formatted(name, failure),
                    failure);
        } catch (JournalDamage damage) {
            throw new PodRefused(
                    Kind.UNABLE,
                    "pod %s: %s; its containers are left alone: restore the file, or end them by"
                                    .formatted(name, damage.says())
                            + " hand and remove it",
                    damage);
        }
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
        return life.closed() || life.events().isEmpty();
    }

    private static boolean hasEnded(PodPlan plan, RecordedLife life) {
        return replay(life.header().grace().map(plan::withGrace).orElse(plan), life).stage()
                instanceof PodStage.Ended;
    }

    private static PodState replay(PodPlan plan, RecordedLife life) {
        var pod = PodState.unborn(plan);
        for (var event : life.events()) {
            pod = Engine.step(plan, pod, event).pod();
        }
        return pod;
    }

    /// The plan must be the one by which the journal was written.
    private static PodCharge regraced(PodCharge charge, RecordedLife life) {
        return new PodCharge(
                charge.manifest(), charge.plan(), charge.source(), life.header().grace());
    }

    private static OpenedPod fresh(
            PodCharge charge, PodDirectory directory, PodLock lock, Optional<String> replaced)
            throws IOException {
        directory.clear();
        PodDirectory.replace(directory.manifest(), charge.source());
        var uid = Machine.freshId();
        var header = new JournalHeader(uid, Machine.boot(), charge.digest(), charge.grace());
        var journal = FileJournal.create(directory.journal(), header);
        return new OpenedPod(charge, directory, lock, journal, uid, List.of(), false, replaced);
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
                life.events(),
                !boot.equals(life.boot()),
                Optional.empty());
    }
}
