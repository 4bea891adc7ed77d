package dev.bookend.lifecycle.pod;

import java.util.Optional;

/// The probes that a container has.
public record Probes(Optional<Probe> startup, Optional<Probe> liveness, Optional<Probe> readiness) {
    public static final Probes NONE =
            new Probes(Optional.empty(), Optional.empty(), Optional.empty());

    public Optional<Probe> of(ProbeKind kind) {
        return switch (kind) {
            case STARTUP -> startup;
            case LIVENESS -> liveness;
            case READINESS -> readiness;
        };
    }
}
