package dev.bookend.runtime;

import java.nio.file.Path;

/// A file or directory of the machine, seen by a container at a path of its own.
public record Mount(Path source, String target, boolean readOnly) {}
