package dev.bookend.runtime.process.place;

import java.nio.file.Path;
import java.util.List;

/// The directories that no container may see, whatever mounts show them.
@FunctionalInterface
public interface HiddenPlaces {
    /// Those that are known now; asked before each container.
    List<Path> known();
}
