package dev.bookend.runtime.process;

import dev.bookend.runtime.ForeignFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// Files of the users that are mapped for containers.
final class MappedFiles implements ForeignFiles {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration REMOVAL_LIMIT = Duration.ofMinutes(2);

    private final Spawner spawner;

    MappedFiles(Spawner spawner) {
        this.spawner = spawner;
    }

    @Override
    public boolean give(Path path, long group) throws IOException {
        spawner.give(path.toAbsolutePath(), group, LIMIT);
        return true;
    }

    @Override
    public void remove(Path tree) {
        try {
            spawner.ask(FrameType.REMOVE, tree.toAbsolutePath(), REMOVAL_LIMIT);
        } catch (IOException _) {
            // What is left costs some space and nothing else.
        }
    }
}
