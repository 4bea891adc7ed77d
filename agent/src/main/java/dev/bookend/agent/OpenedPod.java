package dev.bookend.agent;

import dev.bookend.lifecycle.Event;

import java.util.List;
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
        List<Event> past,
        boolean rebooted,
        Optional<String> replaced) {
    boolean isAdopted() {
        return !past.isEmpty();
    }
}
