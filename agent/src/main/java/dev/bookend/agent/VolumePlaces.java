package dev.bookend.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Where a pod's own volumes are kept.
///
/// @param disk a directory of this life of the pod
/// @param memory one in memory, if this machine has it
record VolumePlaces(Path disk, Optional<Path> memory) {
    static VolumePlaces of(PodDirectory pod, String uid) {
        return new VolumePlaces(
                pod.volumes(uid),
                MemoryPlace.find(System.getenv()).map(place -> place.resolve(uid)));
    }

    /// Takes away what must not outlive the pod: all that is in memory.
    void release() {
        MemoryMounts.release(disk);
        memory.ifPresent(VolumePlaces::remove);
    }

    static void remove(Path tree) {
        try {
            PodDirectory.remove(tree);
        } catch (IOException _) {
            // The next life has places of its own.
        }
    }

    /// In memory if there is any, else in a directory that nobody else may enter.
    Path secret(String volume) {
        return memory.orElse(disk).resolve(volume);
    }
}
