package dev.bookend.runtime.process;

import java.nio.file.Path;

/// Where the runtime keeps what it keeps.
///
/// @param state outlives a reboot; hidden from containers
/// @param run for sockets and shared memory, so its path must be short and had better be in memory
public record Places(Path state, Path run) {
    public Places {
        state = state.toAbsolutePath().normalize();
        run = run.toAbsolutePath().normalize();
    }

    /// Both in one directory, whose path must be short.
    public static Places below(Path directory) {
        return new Places(directory.resolve("state"), directory.resolve("run"));
    }

    PodPlace pod(String uid) {
        return new PodPlace(this, uid);
    }
}
