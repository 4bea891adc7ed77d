package dev.bookend.agent.opening;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.journal.FileJournal;
import dev.bookend.agent.journal.PodPast;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.agent.state.PodLock;

/// A pod whose directory, lock and journal are in our hands.
///
/// @param past what its journal has so far; empty for a new life
/// @param rebooted whether the machine has been started anew since
public record OpenedPod(
        PodCharge charge,
        PodDirectory directory,
        PodLock lock,
        FileJournal journal,
        String uid,
        PodPast past,
        boolean rebooted) {
    public boolean isAdopted() {
        return !past.isEmpty();
    }
}
