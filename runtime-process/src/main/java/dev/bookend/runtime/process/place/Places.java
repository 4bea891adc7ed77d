package dev.bookend.runtime.process.place;

import dev.bookend.runtime.RealPath;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Where the runtime keeps what it keeps.
///
/// @param state outlives a reboot; hidden from containers
/// @param run for sockets and shared memory, so its path must be short and had better be in memory;
///   hidden from containers, too
/// @param others what else is hidden from containers
public record Places(Path state, Path run, HiddenPlaces others) {
    public Places {
        state = RealPath.of(state);
        run = RealPath.of(run);
    }

    public Places(Path state, Path run) {
        this(state, run, List::of);
    }

    /// Both in one directory, whose path must be short.
    public static Places below(Path directory) {
        return new Places(directory.resolve("state"), directory.resolve("run"));
    }

    public List<Path> hidden() {
        return Stream.concat(Stream.of(state, run), others.known().stream()).distinct().toList();
    }

    public PodPlace pod(String uid) {
        return new PodPlace(this, uid);
    }
}
