package dev.bookend.agent.state;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Says that this process owns a pod. The kernel frees it when the process ends, however that is.
public final class PodLock implements AutoCloseable {
    private static final String OWN_ID = String.valueOf(ProcessHandle.current().pid());
    private static final int LOOKS = 100;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final FileChannel channel;

    private PodLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Takes the lock; empty if another owner has it.
    public static Optional<PodLock> take(Path file) throws IOException {
        var channel = open(file);
        try {
            if (channel.tryLock() != null) {
                return Optional.of(owned(channel));
            }
        } catch (OverlappingFileLockException _) {
            // This very process owns the pod.
        }
        channel.close();
        return Optional.empty();
    }

    /// Takes the lock as soon as its owner lets go. An interrupt ends the wait.
    public static PodLock await(Path file) throws IOException {
        var channel = open(file);
        channel.lock();
        return owned(channel);
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(CREATE, WRITE, NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private static PodLock owned(FileChannel channel) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(OWN_ID.getBytes(StandardCharsets.UTF_8)), 0);
        return new PodLock(channel);
    }

    /// Whether nobody has the lock at the moment; the owner's mark in the file stays. It can be
    /// asked on a disk that cannot be written.
    public static boolean isFree(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ);
                var lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock != null;
        } catch (NoSuchFileException _) {
            return true;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    /// Whether this very process was the last to take the lock.
    public static boolean isOwn(Path file) throws IOException {
        return lastOwner(file).equals(OWN_ID);
    }

    /// The last owner's process id, as it wrote it down; it may have let go since.
    public static String lastOwner(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    /// Who has the lock, which somebody has. It writes its id down right after it has taken the
    /// lock: what stands there until then is nothing, or the id of an owner that has died.
    public static String owner(Path file) throws IOException {
        var id = lastOwner(file);
        for (var look = 1; look < LOOKS && !isAlive(id); look++) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            id = lastOwner(file);
        }
        return id.isEmpty() ? "(unknown)" : id;
    }

    private static boolean isAlive(String id) {
        return id.matches("[0-9]{1,10}") && ProcessHandle.of(Long.parseLong(id)).isPresent();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
