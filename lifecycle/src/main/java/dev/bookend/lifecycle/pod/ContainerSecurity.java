package dev.bookend.lifecycle.pod;

import java.util.List;
import java.util.Optional;

/// A container's own `securityContext`; what is absent falls back to the pod's.
public record ContainerSecurity(
        Optional<Long> runAsUser,
        Optional<Long> runAsGroup,
        Optional<Boolean> runAsNonRoot,
        Optional<Boolean> privileged,
        Optional<Boolean> allowPrivilegeEscalation,
        Optional<Boolean> readOnlyRootFilesystem,
        List<String> addedCapabilities,
        List<String> droppedCapabilities,
        Optional<String> seccompProfile) {
    public static final ContainerSecurity NONE =
            new ContainerSecurity(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty());

    public ContainerSecurity {
        addedCapabilities = List.copyOf(addedCapabilities);
        droppedCapabilities = List.copyOf(droppedCapabilities);
    }
}
