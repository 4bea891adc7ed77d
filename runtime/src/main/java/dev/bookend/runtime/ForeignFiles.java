package dev.bookend.runtime;

import java.io.IOException;
import java.nio.file.Path;

/// What a runtime can do with files of users and groups whom the agent itself cannot be.
/// Thread-safe.
public interface ForeignFiles {
    /// There are no such users: the agent reaches every file itself, or nobody does.
    ForeignFiles NONE =
            new ForeignFiles() {
                @Override
                public boolean give(Path path, long group) {
                    return false;
                }

                @Override
                public void remove(Path tree) {
                    // Whatever could be removed the agent has removed.
                }
            };

    /// Gives a file to a group as containers know it. A link is given, not followed.
    ///
    /// @return false if groups of containers are those of the machine, which the agent can give
    boolean give(Path path, long group) throws IOException;

    /// Removes a tree as far as possible; links are not followed. Ends within two minutes.
    void remove(Path tree);
}
