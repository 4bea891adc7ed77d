package dev.bookend.lifecycle.recreate;

import java.time.Duration;
import java.util.Optional;

/// How the containers of a ContainerRecreateRequest are recreated.
///
/// @param ordered whether the next one waits until the one before is up again (CRR-3)
/// @param force whether a container is stopped even if it was recreated meanwhile (CRR-4)
/// @param unready how long the pod is unready before the first stop (CRR-5)
/// @param minStarted how long a container must be up to count as recreated
public record RecreateStrategy(
        FailurePolicy failurePolicy,
        boolean ordered,
        boolean force,
        Duration grace,
        Optional<Duration> unready,
        Duration minStarted) {}
