package dev.bookend.agent;

import dev.bookend.runtime.ForeignFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// Gives what is in a volume its mode and the pod's `fsGroup`, as Kubernetes does it: the group may
/// read, and what is made in its directories belongs to it, too. The agent's own mask never counts.
record Ownership(Optional<Long> group, ForeignFiles foreign) {
    static final Ownership OF_NOBODY_ELSE = new Ownership(Optional.empty(), ForeignFiles.NONE);

    private static final int SET_GROUP = 02000;
    private static final int GROUP_READS = 0440;
    private static final int GROUP_ENTERS = 0550;

    void ofDirectory(Path directory, int mode) throws IOException {
        set(directory, group.isPresent() ? mode | GROUP_ENTERS | SET_GROUP : mode);
    }

    void ofFile(Path file, int mode) throws IOException {
        set(file, group.isPresent() ? mode | GROUP_READS : mode);
    }

    private void set(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode);
        if (group.isPresent() && !foreign.give(path, group.get())) {
            Files.setAttribute(path, "unix:gid", group.get().intValue(), LinkOption.NOFOLLOW_LINKS);
            // The bit of a group is taken away where its file is given to another one.
            Files.setAttribute(path, "unix:mode", mode);
        }
    }
}
