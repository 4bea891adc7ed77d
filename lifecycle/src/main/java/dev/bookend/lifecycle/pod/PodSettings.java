package dev.bookend.lifecycle.pod;

import java.time.Duration;
import java.util.Optional;

/// The pod-wide fields of a pod's spec.
public record PodSettings(
        RestartPolicy restartPolicy,
        Duration grace,
        Optional<Duration> activeDeadline,
        Optional<String> hostname,
        Optional<String> nodeName,
        String serviceAccountName,
        boolean enableServiceLinks,
        PodSharing sharing,
        PodSecurity security) {
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

    public static final PodSettings DEFAULT =
            new PodSettings(
                    RestartPolicy.ALWAYS,
                    DEFAULT_GRACE,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    "default",
                    true,
                    PodSharing.NONE,
                    PodSecurity.NONE);

    public PodSettings withRestartPolicy(RestartPolicy policy) {
        return new PodSettings(
                policy,
                grace,
                activeDeadline,
                hostname,
                nodeName,
                serviceAccountName,
                enableServiceLinks,
                sharing,
                security);
    }

    public PodSettings withGrace(Duration other) {
        return new PodSettings(
                restartPolicy,
                other,
                activeDeadline,
                hostname,
                nodeName,
                serviceAccountName,
                enableServiceLinks,
                sharing,
                security);
    }

    public PodSettings withActiveDeadline(Duration deadline) {
        return new PodSettings(
                restartPolicy,
                grace,
                Optional.of(deadline),
                hostname,
                nodeName,
                serviceAccountName,
                enableServiceLinks,
                sharing,
                security);
    }
}
