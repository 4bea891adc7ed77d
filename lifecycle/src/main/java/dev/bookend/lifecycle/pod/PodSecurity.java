package dev.bookend.lifecycle.pod;

import java.util.List;
import java.util.Optional;

/// A pod's `securityContext`: defaults for its containers, and groups.
public record PodSecurity(
        Optional<Long> runAsUser,
        Optional<Long> runAsGroup,
        Optional<Boolean> runAsNonRoot,
        Optional<Long> fsGroup,
        List<Long> supplementalGroups,
        Optional<String> seccompProfile) {
    public static final PodSecurity NONE =
            new PodSecurity(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty());

    public PodSecurity {
        supplementalGroups = List.copyOf(supplementalGroups);
    }
}
