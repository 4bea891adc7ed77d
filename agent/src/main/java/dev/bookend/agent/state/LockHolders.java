package dev.bookend.agent.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// Who holds locks, as the kernel tells it.
final class LockHolders {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final int KIND = 1;
    private static final int PROCESS = 4;
    private static final int FILE = 5;

    private LockHolders() {}

    /// Whether a lock on the file is held by another user, who is not root.
    static boolean isForeign(Path file) throws IOException {
        var inode = ":" + Files.getAttribute(file, "unix:ino");
        for (var line : Files.readAllLines(LOCKS)) {
            var words = List.of(line.strip().split("\\s+", -1));
            if (words.size() > FILE
                    && words.get(KIND).equals("POSIX")
                    && words.get(FILE).endsWith(inode)
                    && isForeign(words.get(PROCESS))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isForeign(String process) throws IOException {
        try {
            var user = Files.getAttribute(Path.of("/proc", process), "unix:uid");
            return user instanceof Integer id && id != 0 && id != Machine.user();
        } catch (NoSuchFileException _) {
            return false;
        }
    }
}
