package dev.bookend.agent.life;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.opening.EarlierLives;
import dev.bookend.agent.opening.Survivors;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.agent.state.PodLock;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// Removes what is kept of pods whose objects are gone. Pods that have no object, because somebody
/// runs them in the foreground, are not touched.
public final class DeletedPods {
    /// How long a deleted pod's journal can still be read.
    public static final Duration KEPT = Duration.ofHours(1);

    private final AgentPlace place;

    public DeletedPods(AgentPlace place) {
        this.place = place;
    }

    /// @param isWanted whether there is an object of this uid
    public void prune(Predicate<String> isWanted) {
        try {
            for (var name : place.state().podNames()) {
                prune(name, isWanted);
            }
        } catch (IOException | UncheckedIOException _) {
            // It costs some space, and the next look tries again.
        }
    }

    private void prune(PodName name, Predicate<String> isWanted) throws IOException {
        var directory = place.state().pod(name);
        if (!isOld(directory)) {
            return;
        }
        var uid = uid(directory);
        if (uid.isEmpty() || isWanted.test(uid.get())) {
            return;
        }
        if (new Survivors(place.runtime()).of(uid.get()).isPresent()) {
            return;
        }
        var lock = PodLock.take(directory.lock());
        if (lock.isPresent()) {
            try (var _ = lock.get()) {
                removeSandbox(directory, uid.get());
                VolumePlaces.of(directory, uid.get(), place.runtime().files()).clear();
                place.runtime().files().remove(directory.volumes());
                removeRecords(directory);
            }
        }
    }

    /// What containers wrote is none of our own walk's business.
    private static void removeRecords(PodDirectory directory) throws IOException {
        if (!Files.exists(directory.volumes(), LinkOption.NOFOLLOW_LINKS)) {
            PodDirectory.remove(directory.root());
        }
    }

    private boolean isOld(PodDirectory directory) throws IOException {
        try {
            var last = Files.getLastModifiedTime(directory.journal()).toInstant();
            return !place.time().instant().isBefore(last.plus(KEPT));
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /// The uid of the last life, if its manifest came from an object.
    private static Optional<String> uid(PodDirectory directory) throws IOException {
        if (Files.notExists(directory.uid()) || Files.notExists(directory.manifest())) {
            return Optional.empty();
        }
        var uid = Files.readString(directory.uid()).strip();
        return JsonRead.of(Files.readString(directory.manifest()))
                        instanceof JsonRead.Value(var pod)
                ? pod.at("metadata", "uid").flatMap(Json::text).filter(uid::equals)
                : Optional.empty();
    }

    private void removeSandbox(PodDirectory directory, String uid) throws IOException {
        var charge = PodCharge.read(Files.readString(directory.manifest()), Optional.empty());
        if (charge.isPresent()) {
            try {
                place.runtime().open(charge.get().sandbox(uid), (_, _, _) -> {}).remove();
            } catch (RuntimeFailure | UncheckedIOException _) {
                // What is left of it costs some space and nothing else.
            }
            new EarlierLives(directory).remove(place, charge.get(), uid);
        }
    }
}
