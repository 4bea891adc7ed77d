package dev.bookend.agent.volume;

import dev.bookend.runtime.GuardedFiles.Step;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/// Gives what is in a volume its mode and the pod's `fsGroup`, as Kubernetes does it: the group may
/// read, and what is made in its directories belongs to it, too. The agent's own mask never counts.
record Ownership(Optional<Long> group) {
    private static final int SET_GROUP = 02000;
    private static final int GROUP_READS = 0440;
    private static final int GROUP_ENTERS = 0550;

    Step directory(Path path, int mode) {
        var all = group.isPresent() ? mode | GROUP_ENTERS | SET_GROUP : mode;
        return new Step.Directory(path, all, group);
    }

    Step file(Path path, VolumeFile file) {
        var mode = group.isPresent() ? file.mode() | GROUP_READS : file.mode();
        return new Step.NewFile(path, ByteBuffer.wrap(file.content().bytes()), mode, group);
    }
}
