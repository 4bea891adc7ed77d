package dev.bookend.agent.opening;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.charge.PodRefused.Kind;
import dev.bookend.agent.journal.FileJournal;
import dev.bookend.agent.journal.JournalDamage;
import dev.bookend.agent.journal.JournalHeader;
import dev.bookend.agent.journal.PodPast;
import dev.bookend.agent.journal.RecordedLife;
import dev.bookend.agent.request.RecreateFiles;
import dev.bookend.agent.state.Machine;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.agent.state.PodLock;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.PodName;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;

/// Takes a pod's directory into our hands: a new life, or the one that an earlier agent left.
public final class PodOpening {
    private final StateDirectory state;
    private final Survivors survivors;

    public PodOpening(AgentPlace place) {
        state = place.state();
        survivors = new Survivors(place.runtime());
    }

    /// Opens the pod to live by this manifest.
    public OpenedPod open(PodCharge charge) throws PodRefused {
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
    public OpenedPod openAs(PodClaim claim) throws PodRefused {
        return guarded(
                claim.name(),
                () -> {
                    var directory = state.makePod(claim.name());
                    var lock = lock(claim.name(), directory);
                    return releasingOnFailure(lock, () -> openAs(claim, directory, lock));
                });
    }

    private OpenedPod openAs(PodClaim claim, PodDirectory directory, PodLock lock)
            throws IOException, JournalDamage, PodRefused {
        var life = RecordedLife.readAny(directory.journal());
        if (life.filter(it -> isOf(claim.uid(), it) && !it.past().isEmpty()).isPresent()) {
            var kept = livedBy(directory, life.get(), claim.charge());
            return adopted(kept, directory, lock, life.get());
        }
        survivors.refuse(claim.uid(), "the journal %s is lost".formatted(directory.journal()));
        var other = other(directory, life, claim.uid());
        if ((life.isEmpty() || isOver(life.get())) && running(other).isEmpty()) {
            var charge = claim.charge().orElseThrow(() -> refused(claim));
            return fresh(charge, directory, lock, other, claim.uid());
        }
        throw new PodRefused(
                Kind.NOT_OURS,
                "pod %s: another pod of that name, left by a bookend that died, still lives; end it"
                                .formatted(claim.name())
                        + " first with: bookend delete "
                        + claim.name().name());
    }

    private static PodRefused refused(PodClaim claim) {
        return new PodRefused(Kind.UNABLE, "pod %s: %s".formatted(claim.name(), claim.refusal()));
    }

    /// The life that was here before, by its journal, or by what is written beside it.
    private static Optional<String> other(
            PodDirectory directory, Optional<RecordedLife> life, String uid) throws IOException {
        var written = life.map(it -> it.header().uid());
        return (written.isPresent() ? written : directory.readUid()).filter(it -> !it.equals(uid));
    }

    private Optional<String> running(Optional<String> uid) throws IOException {
        return uid.isPresent() ? survivors.of(uid.get()) : Optional.empty();
    }

    private static boolean isOf(String uid, RecordedLife life) {
        return life.header().uid().equals(uid);
    }

    /// How the life of this uid ended; empty if it has not begun, or goes on.
    public Optional<EndedPod> past(PodClaim claim) throws PodRefused {
        var directory = state.pod(claim.name());
        return guarded(
                claim.name(),
                () -> {
                    var life =
                            RecordedLife.readAny(directory.journal())
                                    .filter(it -> isOf(claim.uid(), it))
                                    .filter(it -> !it.past().isEmpty());
                    if (life.isEmpty()) {
                        return Optional.empty();
                    }
                    var plan = livedBy(directory, life.get(), claim.charge()).effectivePlan();
                    var pod = life.get().past().replay(plan);
                    if (!pod.ended()) {
                        return Optional.empty();
                    }
                    survivors.refuse(claim.uid(), saysEnded(directory));
                    return Optional.of(new EndedPod(plan, pod));
                });
    }

    private static String saysEnded(PodDirectory directory) {
        return "the journal %s says that it has ended".formatted(directory.journal());
    }

    /// Opens a pod that an earlier agent left behind, by the manifest it lives by; empty if its
    /// life is over. The lock is ours already.
    public Optional<OpenedPod> reopen(PodName name, PodLock lock) throws PodRefused {
        var directory = state.pod(name);
        return guarded(
                name,
                () -> {
                    var life = RecordedLife.readAny(directory.journal());
                    if (life.isEmpty() || isOver(life.get())) {
                        refuseSurvivors(directory, life);
                        return Optional.empty();
                    }
                    var charge = livedBy(directory, life.get(), Optional.empty());
                    if (hasEnded(charge.plan(), life.get())) {
                        survivors.refuse(life.get().header().uid(), saysEnded(directory));
                        return Optional.empty();
                    }
                    return Optional.of(adopted(charge, directory, lock, life.get()));
                });
    }

    /// A life that is over, or of which no journal is left, has no containers that run.
    private void refuseSurvivors(PodDirectory directory, Optional<RecordedLife> life)
            throws IOException, JournalDamage {
        var uid = life.map(it -> it.header().uid()).or(directory::readUid);
        if (uid.isPresent()) {
            survivors.refuse(
                    uid.get(),
                    life.isPresent()
                            ? saysEnded(directory)
                            : "the journal %s is lost".formatted(directory.journal()));
        }
    }

    /// The manifest by which a journal was written: the one beside it, or the same from elsewhere.
    private static PodCharge livedBy(
            PodDirectory directory, RecordedLife life, Optional<PodCharge> given)
            throws IOException, JournalDamage {
        var grace = life.header().grace();
        var kept = kept(directory, grace).filter(it -> isSame(it, life));
        if (kept.isPresent()) {
            return kept.get();
        }
        var same = given.map(it -> regraced(it, life)).filter(it -> isSame(it, life));
        if (same.isPresent()) {
            PodDirectory.replace(directory.manifest(), same.get().source());
            return same.get();
        }
        throw new JournalDamage(
                "its manifest %s is lost, or was changed since its journal was begun"
                        .formatted(directory.manifest()));
    }

    private static Optional<PodCharge> kept(PodDirectory directory, Optional<Duration> grace)
            throws IOException {
        try {
            return PodCharge.resume(Files.readString(directory.manifest()), grace);
        } catch (NoSuchFileException | CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private static boolean isSame(PodCharge charge, RecordedLife life) {
        var digest = life.header().manifest();
        return digest.isEmpty() || digest.equals(charge.digest());
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
        var life = RecordedLife.readAny(directory.journal());
        var same = isSameManifest(charge, directory);
        if (life.isEmpty() || isOver(life.get()) || (same && hasEnded(charge.plan(), life.get()))) {
            refuseSurvivors(directory, life);
            var uid = Machine.freshId();
            return fresh(charge, directory, lock, other(directory, life, uid), uid);
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
        RecreateFiles.clear(directory);
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
