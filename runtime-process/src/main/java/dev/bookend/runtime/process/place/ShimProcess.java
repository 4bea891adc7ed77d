package dev.bookend.runtime.process.place;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// A shim's own process, for when it does not answer. It is known by the socket that it holds, and
/// from then on by its number and start; never by a number that somebody wrote down.
public final class ShimProcess {
    private static final String NAME = "bookend-shim";
    private static final int ROUNDS = 5;
    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(20);

    private final ProcessHandle process;

    private ShimProcess(ProcessHandle process) {
        this.process = process;
    }

    /// The shim that listens at a path; empty if there is none, or none of ours.
    public static Optional<ShimProcess> at(Path socket) {
        var bound = BoundSockets.read().at(socket);
        if (bound.isEmpty()) return Optional.empty();
        return ProcessHandle.allProcesses()
                .filter(each -> text(each, "comm").strip().equals(NAME) && holds(each, bound))
                .map(ShimProcess::new)
                .findFirst();
    }

    private static boolean holds(ProcessHandle process, Set<String> sockets) {
        var directory = Path.of("/proc/%d/fd".formatted(process.pid()));
        try (var descriptors = Files.newDirectoryStream(directory)) {
            for (var each : descriptors) {
                if (sockets.contains(target(each))) return true;
            }
            return false;
        } catch (IOException | DirectoryIteratorException _) {
            return false;
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException _) {
            return "";
        }
    }

    private static String text(ProcessHandle process, String name) {
        try {
            return Files.readString(Path.of("/proc/%d/%s".formatted(process.pid(), name)));
        } catch (IOException _) {
            return "";
        }
    }

    /// Whether a signal or a debugger has stopped it. The state follows the name, which ends at the
    /// last parenthesis.
    public boolean isStopped() {
        var facts = text(process, "stat");
        var state = facts.indexOf(' ', facts.lastIndexOf(')')) + 1;
        return state > 0 && facts.regionMatches(true, state, "T", 0, 1);
    }

    /// Ends it and all below it. Whoever forks meanwhile is below it in the next round, because a
    /// shim adopts its orphans; its init dies with it.
    public void end() {
        for (var round = 0; round < ROUNDS; round++) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(BETWEEN_ROUNDS.toNanos());
        }
        process.destroyForcibly();
    }
}
