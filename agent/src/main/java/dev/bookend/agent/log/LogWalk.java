package dev.bookend.agent.log;

import java.io.IOException;

/// Goes through a log as far as it has been written, from one of its files to the next.
public final class LogWalk implements AutoCloseable {
    private static final int CHUNK = 32 * 1024;

    private final LogFiles files;
    private LogFiles.Opened opened;

    /// Takes what is read, piece by piece.
    public interface Taker {
        /// @return whether it wants more
        boolean take(byte[] bytes, int count) throws IOException;
    }

    /// @param opened where the walk begins
    public LogWalk(LogFiles files, LogFiles.Opened opened) {
        this.files = files;
        this.opened = opened;
    }

    /// Hands on what is there by now; false once the taker wants no more.
    public boolean read(Taker taker) throws IOException {
        var bytes = new byte[CHUNK];
        var more = readOne(bytes, taker);
        while (more) {
            var next = files.after(opened.inode());
            if (next.isEmpty()) {
                return true;
            }
            // What was written after the last look, before the next file was begun.
            more = readOne(bytes, taker);
            opened.file().close();
            opened = next.get();
            more = more && readOne(bytes, taker);
        }
        return false;
    }

    private boolean readOne(byte[] bytes, Taker taker) throws IOException {
        var file = opened.file();
        for (var count = file.read(bytes); count > 0; count = file.read(bytes)) {
            if (!taker.take(bytes, count)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        opened.file().close();
    }
}
