package dev.bookend.runtime;

import dev.bookend.lifecycle.value.Attempt;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that a container's process needs, with every reference resolved.
///
/// @param env exactly what the process finds in its environment
/// @param workingDir where it starts, `/` if absent
/// @param lastWords the path of the file in which it may leave a message about its end
public record ContainerRequest(
        Attempt attempt,
        List<String> command,
        Map<String, String> env,
        Optional<String> workingDir,
        List<Mount> mounts,
        ProcessRights rights,
        Limits limits,
        Optional<String> lastWords,
        boolean tty) {
    public ContainerRequest {
        command = List.copyOf(command);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        mounts = List.copyOf(mounts);
    }
}
