package dev.bookend.runtime;

import java.util.List;
import java.util.Optional;

/// As whom a process runs, and what it may do. An absent user is the agent's own.
///
/// @param callsFiltered whether dangerous system calls are denied
public record ProcessRights(
        Optional<Long> user,
        Optional<Long> group,
        List<Long> supplementalGroups,
        boolean privileged,
        boolean allowPrivilegeEscalation,
        boolean readOnlyRoot,
        List<String> addedCapabilities,
        List<String> droppedCapabilities,
        boolean callsFiltered) {
    public static final ProcessRights DEFAULT =
            new ProcessRights(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    false,
                    true,
                    false,
                    List.of(),
                    List.of(),
                    false);

    public ProcessRights {
        supplementalGroups = List.copyOf(supplementalGroups);
        addedCapabilities = List.copyOf(addedCapabilities);
        droppedCapabilities = List.copyOf(droppedCapabilities);
    }
}
