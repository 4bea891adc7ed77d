package dev.bookend.agent.state;

import dev.bookend.runtime.RealPath;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;

/// A directory in memory that is ours alone: for secrets, which must not reach a disk, and for
/// volumes that ask for it.
public final class MemoryPlace {
    private static final int KIND_AND_MODE = 0177777;
    private static final int PRIVATE_DIRECTORY = 0040700;

    /// There is one, or a second where two agents met the same obstacle at once.
    private static final int MOST = 4;

    private MemoryPlace() {}

    /// The first that this machine has; empty if it has none.
    public static Optional<Path> find(Map<String, String> env) {
        var own = env.getOrDefault("XDG_RUNTIME_DIR", "");
        return List.of(Machine.user() == 0 ? "/run" : own, "/dev/shm").stream()
                .filter(each -> each.startsWith("/"))
                .map(Path::of)
                .map(RealPath::of)
                .filter(MemoryPlace::isInMemory)
                .flatMap(each -> in(each).stream())
                .findFirst();
    }

    /// Another user can take a name in a shared directory, but can make none that is ours: where
    /// the usual one is taken there is another, which stays the one even when that goes.
    private static Optional<Path> in(Path memory) {
        var ours = of(memory, Machine.user());
        if (!ours.isEmpty()) return Optional.of(ours.getFirst());
        var usual = memory.resolve(usualName(Machine.user()));
        return made(usual).or(() -> made(memory.resolve(usual.getFileName() + "-" + dice())));
    }

    private static String usualName(long user) {
        return "bookend-%d-volumes".formatted(user);
    }

    private static String dice() {
        return UUID.randomUUID().toString();
    }

    /// The directories of a user below one that is in memory, the usual one first.
    static List<Path> of(Path memory, long user) {
        try (var all = Files.newDirectoryStream(memory, usualName(user) + "*")) {
            return StreamSupport.stream(all.spliterator(), false)
                    .filter(each -> isPrivateOf(each, user))
                    .sorted()
                    .limit(MOST)
                    .toList();
        } catch (IOException | DirectoryIteratorException _) {
            return List.of();
        }
    }

    private static boolean isInMemory(Path directory) {
        try {
            return Files.isWritable(directory)
                    && List.of("tmpfs", "ramfs").contains(Files.getFileStore(directory).type());
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean isPrivateOf(Path directory, long user) {
        try {
            return number(directory, "unix:uid") == user
                    && (number(directory, "unix:mode") & KIND_AND_MODE) == PRIVATE_DIRECTORY;
        } catch (IOException _) {
            return false;
        }
    }

    private static int number(Path directory, String attribute) throws IOException {
        return (Integer) Files.getAttribute(directory, attribute, LinkOption.NOFOLLOW_LINKS);
    }

    private static Optional<Path> made(Path directory) {
        var mode = PosixFilePermissions.fromString("rwx------");
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(mode));
        } catch (IOException _) {
            // Somebody was first; whose it is shows next.
        }
        return Optional.of(directory).filter(each -> isPrivateOf(each, Machine.user()));
    }
}
