package dev.bookend.runtime.process.place;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The sockets in the file system that some process has open, as the kernel lists them.
///
/// @param known for each path what a descriptor of such a socket links to
public record BoundSockets(Map<String, Set<String>> known) {
    private static final int INODE = 6;
    private static final int PATH = 7;
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;

    static BoundSockets read() {
        var known = new HashMap<String, Set<String>>();
        try {
            for (var line : Files.readAllLines(Path.of("/proc/net/unix"))) {
                var words = line.split(" +", PATH + 1);
                if (words.length <= PATH) continue;
                known.computeIfAbsent(words[PATH], _ -> new HashSet<>())
                        .add("socket:[%s]".formatted(words[INODE]));
            }
        } catch (IOException _) {
            // Then nobody is known, and nothing is ended or removed because of that.
        }
        return new BoundSockets(known);
    }

    Set<String> at(Path socket) {
        return known.getOrDefault(socket.toString(), Set.of());
    }

    /// Whether no process has a socket of this path. Where nothing can be read, nothing is known.
    boolean lacks(Path socket) {
        return !known.isEmpty() && !known.containsKey(socket.toString());
    }

    /// Removes what killed shims and pods' first processes have left in a runtime directory, which
    /// other agents of this user may share: a socket that no process has, and the name beside it.
    public static void sweep(Path directory) {
        var left = new HashSet<Path>();
        try (var entries = Files.newDirectoryStream(directory, "[0-9a-f]*")) {
            entries.forEach(left::add);
        } catch (IOException | DirectoryIteratorException _) {
            return;
        }
        var bound = read();
        left.stream().filter(each -> isSocket(each) && bound.lacks(each)).forEach(PodPlace::leave);
    }

    private static boolean isSocket(Path file) {
        try {
            var mode = (int) Files.getAttribute(file, "unix:mode", NOFOLLOW_LINKS);
            return (mode & TYPE) == SOCKET;
        } catch (IOException _) {
            return false;
        }
    }
}
