package dev.bookend.agent.opening;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The lives that a pod had before, whose places are still to be removed. They are written down
/// before the next life begins: whoever begins it may die before it has removed them.
///
/// Called by the owner of the pod's lock.
public record EarlierLives(PodDirectory pod) {
    private Path file() {
        return pod.root().resolve("replaced");
    }

    /// Their identities, the oldest first.
    Set<String> uids() throws IOException {
        return Files.exists(file())
                ? new LinkedHashSet<>(Files.readAllLines(file()))
                : new LinkedHashSet<>();
    }

    /// Writes down one more.
    public void note(String uid) throws IOException {
        var all = uids();
        if (all.add(uid)) {
            write(List.copyOf(all));
        }
    }

    private void write(List<String> uids) throws IOException {
        PodDirectory.replace(file(), String.join("\n", uids) + "\n");
    }

    /// Removes all that they left. What cannot be removed now is tried again by the next owner.
    ///
    /// @param present the life that the pod has now
    public void remove(AgentPlace place, PodCharge charge, String present) {
        try {
            var all = uids();
            if (all.isEmpty()) {
                return;
            }
            all.remove(present);
            all.removeIf(uid -> isRemoved(place, charge, uid));
            if (all.isEmpty()) {
                Files.deleteIfExists(file());
            } else {
                write(List.copyOf(all));
            }
        } catch (IOException | UncheckedIOException _) {
            // What is left of an old life costs some space and nothing else.
        }
    }

    private boolean isRemoved(AgentPlace place, PodCharge charge, String uid) {
        try {
            VolumePlaces.of(pod, uid, place.runtime().files()).clear();
            place.runtime().open(charge.sandbox(uid), (_, _, _) -> {}).remove();
            return true;
        } catch (RuntimeFailure | UncheckedIOException _) {
            return false;
        }
    }
}
