package dev.bookend.agent.volume;

import dev.bookend.agent.state.MemoryPlace;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.runtime.GuardedFiles;
import dev.bookend.runtime.GuardedFiles.Step;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where a pod's own volumes are kept.
///
/// @param disk a directory of this life of the pod
/// @param memory one in memory, if this machine has it
/// @param files what writes there
public record VolumePlaces(Path disk, Optional<Path> memory, GuardedFiles files) {
    private static final int PRIVATE = 0700;

    public static VolumePlaces of(PodDirectory pod, String uid, GuardedFiles files) {
        return new VolumePlaces(
                pod.volumes(uid),
                MemoryPlace.find(System.getenv()).map(place -> place.resolve(uid)),
                files);
    }

    /// Takes away all that containers and we have left there.
    public void clear() {
        new MemoryMounts(files).release(disk);
        memory.ifPresent(files::remove);
        files.remove(disk);
    }

    /// In memory if there is any, else in a directory that nobody else may enter.
    public Path secret(String volume) {
        return memory.orElse(disk).resolve(volume);
    }

    /// Makes a volume, or what is in it, in the place that it belongs to.
    void make(Path volume, List<Step> how) throws IOException {
        var steps = new ArrayList<Step>();
        if (volume.startsWith(disk)) {
            steps.add(privately(disk.resolveSibling(".").normalize()));
            steps.add(privately(disk));
        }
        memory.filter(volume::startsWith).ifPresent(place -> steps.add(privately(place)));
        steps.addAll(how);
        files.perform(steps);
    }

    private static Step privately(Path directory) {
        return new Step.Directory(directory, PRIVATE, Optional.empty());
    }
}
