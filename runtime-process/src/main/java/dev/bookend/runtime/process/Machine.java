package dev.bookend.runtime.process;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.runtime.process.cgroup.Cgroups;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.place.PodPlace;
import dev.bookend.runtime.process.place.Unlisted;
import dev.bookend.runtime.process.rights.Isolation;
import dev.bookend.runtime.process.wire.Spawner;
import dev.bookend.runtime.process.wire.Watchdog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What all sandboxes of one runtime share.
record Machine(
        Places places,
        Spawner spawner,
        Watchdog watchdog,
        Isolation isolation,
        Cgroups cgroups,
        String bootId,
        Unlisted unlisted) {
    /// The attempts of a pod that have a directory, and those that live without one.
    List<Attempt> attempts(PodPlace place) throws IOException {
        return Stream.concat(place.known().stream(), unlisted.of(place.uid()).stream())
                .distinct()
                .toList();
    }

    static String readBootId() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    }
}
