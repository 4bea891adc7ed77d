package dev.bookend.agent.log;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The files of one log. A full file becomes `LOG.1`, that one `LOG.2`, and so on, while others
/// read: a file is known by its number on the disk, whatever its name is by now.
public record LogFiles(Path path) {
    private static final int FILES = 5;
    private static final int TRIES = 20;
    private static final long MISSING = -1;

    /// A file of the log, open for reading.
    public record Opened(RandomAccessFile file, long inode) {}

    /// The file that is written to now.
    public Opened newest() throws IOException {
        return opened(path);
    }

    /// The oldest file that is left.
    public Opened oldest() throws IOException {
        for (var i = FILES - 1; i > 0; i--) {
            if (Files.exists(rotated(i))) return opened(rotated(i));
        }
        return newest();
    }

    /// The file that was begun after this one; empty if this is the newest. One that is gone was
    /// dropped before it could be read, and the oldest one left comes next.
    public Optional<Opened> after(long inode) throws IOException {
        for (var tries = TRIES; tries > 0; tries--) {
            if (inode(path) == inode) return Optional.empty();
            for (var i = 1; i < FILES; i++) {
                var newer = i == 1 ? path : rotated(i - 1);
                // Files only move up, so what was below is the next one if this one did not move.
                var next = inode(newer);
                if (inode(rotated(i)) != inode || next == inode || next == MISSING) continue;
                var opened = open(newer, next);
                if (opened.isPresent()) return opened;
            }
        }
        return Optional.of(oldest());
    }

    private Path rotated(int number) {
        return path.resolveSibling("%s.%d".formatted(path.getFileName(), number));
    }

    private static Opened opened(Path path) throws IOException {
        for (var tries = TRIES; tries > 0; tries--) {
            var opened = open(path, inode(path));
            if (opened.isPresent()) return opened.get();
        }
        throw new NoSuchFileException(path.toString());
    }

    /// Empty if another file has this name by now.
    private static Optional<Opened> open(Path path, long inode) throws IOException {
        if (inode == MISSING) return Optional.empty();
        var file = new RandomAccessFile(path.toFile(), "r");
        if (inode(path) == inode) return Optional.of(new Opened(file, inode));
        file.close();
        return Optional.empty();
    }

    private static long inode(Path path) throws IOException {
        try {
            return Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS)
                            instanceof Number number
                    ? number.longValue()
                    : MISSING;
        } catch (NoSuchFileException _) {
            return MISSING;
        }
    }
}
