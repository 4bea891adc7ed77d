package dev.bookend.runtime;

import java.nio.file.Path;
import java.util.Optional;

/// A file or directory of the machine, seen by a container at a path of its own.
///
/// @param sub what is seen of the source: a relative path in it, which the runtime follows without
///   leaving the source, whatever links a container has put there; a directory is made if nothing
///   is there
/// @param isOwn whether the source is kept by Bookend for this pod, in a place that is hidden from
///   containers; any other source that lies in such a place is refused
public record Mount(
        Path source, Optional<String> sub, String target, boolean readOnly, boolean isOwn) {
    public Mount(Path source, String target, boolean readOnly) {
        this(source, Optional.empty(), target, readOnly, false);
    }
}
