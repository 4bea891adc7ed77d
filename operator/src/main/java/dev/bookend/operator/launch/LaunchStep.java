package dev.bookend.operator.launch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What one look at a pod comes to.
///
/// @param wake when to look again even if nothing happens
record LaunchStep(LaunchMemory memory, List<LaunchAction> actions, Optional<Instant> wake) {
    LaunchStep {
        actions = List.copyOf(actions);
    }
}
