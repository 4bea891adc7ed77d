package dev.bookend.runtime;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// A directory of ours that no other user can read, change, or put something else in place of
/// (SAFE-6).
public final class PrivateDirectory {
    private static final Path SELF = Path.of("/proc/self/.");
    private static final Path USERS = Path.of("/proc/self/uid_map");
    private static final String ALL_USERS = "0 0 4294967295";
    private static final int UNKNOWN_USER = 65534;
    private static final int KIND = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int STICKY = 01000;
    private static final int GROUP_WRITES = 020;
    private static final int OTHERS_WRITE = 02;
    private static final int OTHERS_READ = 055;
    private static final int MODE = 07777;
    private static final String PRIVATE = "rwx------";

    private PrivateDirectory() {}

    /// What the kernel knows of a file itself, not of what a link leads to.
    private record Facts(int user, int group, int mode) {
        static Facts of(Path path) throws IOException {
            var all = Files.readAttributes(path, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Facts(
                    number(all.get("uid")), number(all.get("gid")), number(all.get("mode")));
        }

        private static int number(@Nullable Object value) {
            return value instanceof Integer number ? number : 0;
        }

        boolean is(int bits) {
            return (mode & bits) != 0;
        }
    }

    /// Makes it if need be. One that others can only read is closed to them.
    ///
    /// @return what a person should know of it
    /// @throws IOException if others could change it, with the reason and what to do
    public static Optional<String> make(Path directory) throws IOException {
        create(directory);
        var facts = Facts.of(directory);
        var own = Facts.of(SELF);
        if ((facts.mode() & KIND) != DIRECTORY) {
            throw new IOException("%s is no directory".formatted(directory));
        }
        if (facts.user() != own.user()) {
            throw new IOException(
                    "%s belongs to user %d, and this is user %d; give it to the latter, or"
                                    .formatted(directory, facts.user(), own.user())
                            + " remove it");
        }
        if (facts.is(GROUP_WRITES | OTHERS_WRITE)) {
            throw new IOException(
                    "others may have changed it, by its mode %04o; see that all in it is yours, and"
                                    .formatted(facts.mode() & MODE)
                            + " then: chmod 700 "
                            + directory);
        }
        checkParents(directory, own);
        return facts.is(OTHERS_READ) ? closed(directory, facts) : Optional.empty();
    }

    private static void create(Path directory) throws IOException {
        var parent = directory.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            var mode = PosixFilePermissions.fromString(PRIVATE);
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(mode));
        } catch (FileAlreadyExistsException _) {
            // Whose it is shows next.
        }
    }

    private static Optional<String> closed(Path directory, Facts facts) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(PRIVATE));
        return Optional.of(
                "%s could be read by other users (mode %04o); it is yours alone now (0700)."
                        .formatted(directory, facts.mode() & MODE));
    }

    /// Whoever can rename a directory on the way can put another one in its place.
    private static void checkParents(Path directory, Facts own) throws IOException {
        var first = directory.toRealPath().getParent();
        for (var parent = first; parent != null; parent = parent.getParent()) {
            var facts = Facts.of(parent);
            if (!isOf(facts.user(), own) || canBeChanged(facts, own)) {
                throw new IOException(
                        "others can put something else in its place, because %s has the mode %04o"
                                        .formatted(parent, facts.mode() & MODE)
                                + " and belongs to user %d; take that right from them, or choose"
                                        .formatted(facts.user())
                                + " another place");
            }
        }
    }

    /// In a user namespace, those of outside all look the same.
    private static boolean isOf(int user, Facts own) throws IOException {
        return user == 0 || user == own.user() || (user == UNKNOWN_USER && !hasAllUsers());
    }

    private static boolean hasAllUsers() throws IOException {
        return Files.readString(USERS).strip().replaceAll("\\s+", " ").equals(ALL_USERS);
    }

    /// A group of the same number as its user is that user's own, as is common.
    private static boolean canBeChanged(Facts facts, Facts own) {
        var shared = facts.group() != 0 && facts.group() != own.user();
        return !facts.is(STICKY) && (facts.is(OTHERS_WRITE) || (facts.is(GROUP_WRITES) && shared));
    }
}
