package dev.bookend.agent.volume;

import dev.bookend.agent.state.Machine;
import dev.bookend.runtime.GuardedFiles;
import dev.bookend.runtime.GuardedFiles.Step;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Mounts and unmounts file systems in memory with a size of their own. Only root can.
final class MemoryMounts {
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4;
    private static final int MODE = 0777;
    private static final int MODE_OF_GROUP = 02777;

    private final GuardedFiles files;

    MemoryMounts(GuardedFiles files) {
        this.files = files;
    }

    /// Mounts at the directory, which is there, unless something is mounted there already.
    ///
    /// @param bytes the most that it may hold
    /// @return whether it is mounted now
    boolean mount(Path directory, Optional<Long> bytes, Optional<Long> group) {
        if (Machine.user() != 0) {
            return false;
        }
        var options = new StringBuilder("mode=");
        options.append(Integer.toOctalString(group.isPresent() ? MODE_OF_GROUP : MODE));
        bytes.ifPresent(size -> options.append(",size=").append(size));
        group.ifPresent(id -> options.append(",gid=").append(id));
        return below(directory).contains(directory)
                || isDone(new Step.MemoryMount(directory, options.toString()));
    }

    /// Unmounts whatever is mounted at the directory or below it.
    void release(Path directory) {
        if (Machine.user() == 0) {
            below(directory).reversed().forEach(each -> isDone(new Step.Unmount(each)));
        }
    }

    private static List<Path> below(Path directory) {
        try {
            return Files.readAllLines(MOUNTS).stream()
                    .map(line -> line.split(" ", -1)[MOUNT_POINT])
                    .map(MemoryMounts::plain)
                    .map(Path::of)
                    .filter(each -> each.startsWith(directory))
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private boolean isDone(Step step) {
        try {
            files.perform(List.of(step));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /// The kernel writes blanks in octal.
    private static String plain(String escaped) {
        return escaped.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
    }
}
