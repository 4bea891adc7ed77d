package dev.bookend.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Work on files in places that containers may write. No link leads it astray: a path that has one
/// is refused, so that all paths given here must be free of them. It reaches files of users and
/// groups whom the agent itself cannot be. Thread-safe.
public interface GuardedFiles {
    /// A runtime whose containers have no files.
    GuardedFiles NONE =
            new GuardedFiles() {
                @Override
                public void perform(List<Step> steps) throws IOException {
                    throw new IOException("this runtime has no volumes");
                }

                @Override
                public void remove(Path tree) {
                    // There is none.
                }
            };

    /// Carries out one step after another, up to the first that fails.
    void perform(List<Step> steps) throws IOException;

    /// Removes a tree, or whatever else has that path. Returns when that is done, or within five
    /// seconds: a large tree goes on being removed, also after the agent's end.
    void remove(Path tree);

    /// What to do with one path.
    sealed interface Step {
        Path path();

        /// Makes a directory, or gives one that is there this mode and group.
        record Directory(Path path, int mode, Optional<Long> group) implements Step {}

        /// Makes a file, which must not be there.
        record NewFile(Path path, ByteBuffer content, int mode, Optional<Long> group)
                implements Step {}

        /// Puts a link where there may be another one; the two are swapped in one moment.
        record Link(Path path, String target) implements Step {}

        /// Gives it another name in its directory, which must be free.
        record Rename(Path path, String name) implements Step {}

        /// Mounts a file system in memory. Only root can.
        record MemoryMount(Path path, String options) implements Step {}

        record Unmount(Path path) implements Step {}

        /// Removes a tree and waits for that.
        record Remove(Path path) implements Step {}
    }
}
