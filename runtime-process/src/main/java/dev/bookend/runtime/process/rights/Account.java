package dev.bookend.runtime.process.rights;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A user and its first group.
public record Account(long user, long group) {
    private static final Path SELF = Path.of("/proc/self/.");
    private static final Path PASSWD = Path.of("/etc/passwd");

    public static Account own() {
        try {
            return new Account(number(SELF, "unix:uid"), number(SELF, "unix:gid"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /proc/self; is /proc mounted?", e);
        }
    }

    /// As an image would have it: the user's first group, and root's where the user is unknown.
    public static long groupOf(long user, Account own) {
        if (user == own.user()) return own.group();
        try (var lines = Files.lines(PASSWD)) {
            return lines.map(line -> line.split(":", -1))
                    .filter(parts -> parts.length > 3 && parts[2].equals(Long.toString(user)))
                    .map(parts -> Long.parseLong(parts[3]))
                    .findFirst()
                    .orElse(0L);
        } catch (IOException | UncheckedIOException _) {
            return 0;
        }
    }

    public static long ownerOf(Path path) throws IOException {
        return number(path, "unix:uid");
    }

    private static long number(Path path, String attribute) throws IOException {
        return Files.getAttribute(path, attribute, LinkOption.NOFOLLOW_LINKS)
                        instanceof Number number
                ? number.longValue()
                : 0;
    }
}
