package dev.bookend.agent;

import dev.bookend.runtime.ForeignFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// Where a pod's own volumes are kept.
///
/// @param disk a directory of this life of the pod
/// @param memory one in memory, if this machine has it
/// @param foreign for files of users whom only containers can be
record VolumePlaces(Path disk, Optional<Path> memory, ForeignFiles foreign) {
    VolumePlaces(Path disk, Optional<Path> memory) {
        this(disk, memory, ForeignFiles.NONE);
    }

    static VolumePlaces of(PodDirectory pod, String uid, ForeignFiles foreign) {
        return new VolumePlaces(
                pod.volumes(uid),
                MemoryPlace.find(System.getenv()).map(place -> place.resolve(uid)),
                foreign);
    }

    /// Takes away what must not outlive the pod: all that is in memory.
    void release() {
        MemoryMounts.release(disk);
        memory.ifPresent(this::removeAll);
    }

    /// Takes away all of a pod that is gone.
    void clear() {
        release();
        removeAll(disk);
    }

    private void removeAll(Path tree) {
        remove(tree);
        if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            foreign.remove(tree);
        }
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
