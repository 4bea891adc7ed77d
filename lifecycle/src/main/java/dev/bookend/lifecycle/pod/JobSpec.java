package dev.bookend.lifecycle.pod;

import java.time.Duration;
import java.util.Optional;

/// What a Job asks for beyond its pod.
///
/// @param backoffLimit how many failures it survives
public record JobSpec(
        int completions,
        int parallelism,
        int backoffLimit,
        Optional<Duration> activeDeadline,
        boolean suspended) {
    public static final int DEFAULT_BACKOFF_LIMIT = 6;
}
