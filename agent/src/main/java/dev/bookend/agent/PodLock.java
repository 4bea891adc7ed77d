package dev.bookend.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Says that this process owns a pod. The kernel frees it when the process ends, however that is.
final class PodLock implements AutoCloseable {
    private final FileChannel channel;

    private PodLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Takes the lock; empty if another owner has it.
    static Optional<PodLock> take(Path file) throws IOException {
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
    static PodLock await(Path file) throws IOException {
        var channel = open(file);
        channel.lock();
        return owned(channel);
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static PodLock owned(FileChannel channel) throws IOException {
        var pid = String.valueOf(ProcessHandle.current().pid());
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
        return new PodLock(channel);
    }

    /// Whether nobody has the lock at the moment; the owner's mark in the file stays. It can be
    /// asked on a disk that cannot be written.
    static boolean isFree(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ);
                var lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock != null;
        } catch (NoSuchFileException _) {
            return true;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    /// The owner's process id, as it wrote it down.
    static String owner(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
