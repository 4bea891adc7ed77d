package dev.bookend.runtime.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A user and its first group.
record Account(long user, long group) {
    private static final Path PASSWD = Path.of("/etc/passwd");

    static Account own() {
        try {
            return new Account(number("unix:uid"), number("unix:gid"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /proc/self; is /proc mounted?", e);
        }
    }

    /// As an image would have it: the user's first group, and root's where the user is unknown.
    static long groupOf(long user, Account own) {
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

    private static long number(String attribute) throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), attribute) instanceof Number number
                ? number.longValue()
                : 0;
    }
}
