package dev.bookend.agent;

import java.util.Optional;

/// A pod whose directory, lock and journal are in our hands.
///
/// @param past what its journal has so far; empty for a new life
/// @param rebooted whether the machine has been started anew since
/// @param replaced the uid of the life before, whose sandbox may be removed
record OpenedPod(
        PodCharge charge,
        PodDirectory directory,
        PodLock lock,
        FileJournal journal,
        String uid,
        PodPast past,
        boolean rebooted,
        Optional<String> replaced) {
    boolean isAdopted() {
        return !past.isEmpty();
    }
}
