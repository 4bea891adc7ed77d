package dev.bookend.agent;

import dev.bookend.runtime.RealPath;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A directory in memory that is ours alone: for secrets, which must not reach a disk, and for
/// volumes that ask for it.
final class MemoryPlace {
    private static final int KIND_AND_MODE = 0177777;
    private static final int PRIVATE_DIRECTORY = 0040700;

    private MemoryPlace() {}

    /// The first that this machine has; empty if it has none.
    static Optional<Path> find(Map<String, String> env) {
        var own = env.getOrDefault("XDG_RUNTIME_DIR", "");
        return List.of(Machine.user() == 0 ? "/run" : own, "/dev/shm").stream()
                .filter(each -> each.startsWith("/"))
                .map(Path::of)
                .map(RealPath::of)
                .filter(MemoryPlace::isInMemory)
                .map(each -> each.resolve("bookend-%d-volumes".formatted(Machine.user())))
                .filter(MemoryPlace::isOurs)
                .findFirst();
    }

    private static boolean isInMemory(Path directory) {
        try {
            return Files.isWritable(directory)
                    && List.of("tmpfs", "ramfs").contains(Files.getFileStore(directory).type());
        } catch (IOException _) {
            return false;
        }
    }

    /// Anybody can make a name in a shared directory, so that one which is there must be ours.
    private static boolean isOurs(Path directory) {
        try {
            makePrivate(directory);
            return number(directory, "unix:uid") == Machine.user()
                    && (number(directory, "unix:mode") & KIND_AND_MODE) == PRIVATE_DIRECTORY;
        } catch (IOException _) {
            return false;
        }
    }

    private static int number(Path directory, String attribute) throws IOException {
        return (Integer) Files.getAttribute(directory, attribute, LinkOption.NOFOLLOW_LINKS);
    }

    private static void makePrivate(Path directory) throws IOException {
        var mode = PosixFilePermissions.fromString("rwx------");
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(mode));
        } catch (FileAlreadyExistsException _) {
            // Whose it is shows next.
        }
    }
}
