package dev.bookend.runtime;

import java.util.List;
import java.util.Optional;

/// As whom a process runs, and what it may do. An absent user is the agent's own.
public record ProcessRights(
        Optional<Long> user,
        Optional<Long> group,
        List<Long> supplementalGroups,
        boolean privileged,
        boolean allowPrivilegeEscalation,
        boolean readOnlyRoot,
        List<String> addedCapabilities,
        List<String> droppedCapabilities) {
    public static final ProcessRights DEFAULT =
            new ProcessRights(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    false,
                    true,
                    false,
                    List.of(),
                    List.of());

    public ProcessRights {
        supplementalGroups = List.copyOf(supplementalGroups);
        addedCapabilities = List.copyOf(addedCapabilities);
        droppedCapabilities = List.copyOf(droppedCapabilities);
    }
}
