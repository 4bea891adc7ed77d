package dev.bookend.runtime.process;

import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Account;
import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.Refused;
import dev.bookend.runtime.process.wire.Spawner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Tries whether this machine isolates containers, by making a root file system for nobody.
///
/// Only what the kernel refuses an ordinary user for good means plain processes. Whatever else
/// fails may do better the next time, and root can isolate everywhere that it is root: both are
/// reasons not to start, because nobody asked for less.
final class IsolationProbe {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Path MOST_NAMESPACES = Path.of("/proc/sys/user/max_user_namespaces");
    private static final String PREFIX = "probe-";
    private static final int ENOSPC = 28;
    private static final int ENOSYS = 38;
    private static final Set<Integer> FORBIDDEN =
            Set.of(Refused.EPERM, Refused.EACCES, Refused.EINVAL, ENOSYS);
    private static final Set<String> STEPS =
            Set.of("namespaces", "user-namespace", "overlay", "mount", "pivot");

    private final Places places;
    private final Spawner spawner;

    IsolationProbe(Places places, Spawner spawner) {
        this.places = places;
        this.spawner = spawner;
    }

    /// The reason why this user can have no isolation here; empty if it can.
    ///
    /// @throws IOException if it should be possible and failed
    Optional<String> lacking() throws IOException {
        Files.createDirectories(places.state());
        removeLeft();
        var name = "%s%d-".formatted(PREFIX, ProcessHandle.current().pid());
        var directory = Files.createTempDirectory(places.state(), name);
        try {
            spawner.ask(FrameType.PROBE, directory, LIMIT);
            return Optional.empty();
        } catch (Refused refused) {
            return Optional.of(judge(refused));
        } finally {
            remove(directory);
        }
    }

    private static String judge(Refused refused) throws IOException {
        var why = String.valueOf(refused.getMessage());
        if (isForGood(Account.own().user(), refused, mayHaveNamespaces())) return why;
        throw new IOException(
                "containers cannot be isolated now (%s); mend that and start again, or say"
                                .formatted(why)
                        + " --isolation none to run them as plain processes",
                refused);
    }

    /// Whether the kernel does not give this user what isolation needs, now or later.
    static boolean isForGood(long user, Refused refused, boolean mayHaveNamespaces) {
        return user != 0
                && STEPS.contains(refused.step())
                && (FORBIDDEN.contains(refused.errno())
                        || (refused.errno() == ENOSPC && !mayHaveNamespaces));
    }

    private static boolean mayHaveNamespaces() {
        try {
            return !Files.readString(MOST_NAMESPACES).strip().equals("0");
        } catch (IOException _) {
            return false;
        }
    }

    /// What others left when they were killed.
    private void removeLeft() throws IOException {
        try (var all = Files.newDirectoryStream(places.state(), PREFIX + "*")) {
            for (var each : all) {
                var owner = String.valueOf(each.getFileName()).substring(PREFIX.length());
                if (isGone(owner.split("-", -1)[0])) remove(each);
            }
        }
    }

    private void remove(Path directory) throws IOException {
        try {
            spawner.ask(FrameType.REMOVE, directory, LIMIT);
        } catch (Refused _) {
            // It costs some space, and the next one tries again.
        }
    }

    private static boolean isGone(String process) {
        return process.matches("[0-9]{1,10}")
                && ProcessHandle.of(Long.parseLong(process)).isEmpty();
    }
}
