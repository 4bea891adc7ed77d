package dev.bookend.agent.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/// The file under a journal, kept longer than its text by a reserve of zeros. When the disk is full
/// the reserve takes what must still be written, and [#isLow] says so.
///
/// It uses a file whose writes an interrupt cannot tear. Called by one thread; [#isLow] by any.
public final class JournalFile implements AutoCloseable {
    private static final int RESERVE = 64 * 1024;

    private final RandomAccessFile file;
    private final ByteArrayOutputStream unwritten = new ByteArrayOutputStream();
    private long end;
    private long reserved;
    private volatile boolean low;

    private JournalFile(RandomAccessFile file, long end) throws IOException {
        this.file = file;
        this.end = end;
        reserved = file.length();
    }

    /// Makes a file; one of that name is emptied.
    static JournalFile create(Path path) throws IOException {
        var raw = new RandomAccessFile(path.toFile(), "rw");
        raw.setLength(0);
        var file = new JournalFile(raw, 0);
        raw.write(new byte[RESERVE]);
        file.reserved = RESERVE;
        return file;
    }

    /// Goes on at this place; what stands behind it is cut off.
    static JournalFile reopen(Path path, long end) throws IOException {
        var raw = new RandomAccessFile(path.toFile(), "rw");
        if (raw.length() > end) {
            raw.setLength(end);
        }
        var file = new JournalFile(raw, end);
        file.makeRoom();
        return file;
    }

    JournalFile add(byte[] line) {
        unwritten.writeBytes(line);
        return this;
    }

    /// Writes what was added, with one call; what the disk does not take is kept for the next time.
    void write() {
        makeRoom();
        try {
            file.seek(end);
            file.write(unwritten.toByteArray());
            end += unwritten.size();
            unwritten.reset();
        } catch (IOException _) {
            low = true;
        }
    }

    private void makeRoom() {
        if (reserved - end - unwritten.size() >= RESERVE / 2) {
            return;
        }
        try {
            file.seek(reserved);
            file.write(new byte[RESERVE]);
            reserved += RESERVE;
            low = false;
        } catch (IOException _) {
            low = true;
        }
    }

    void sync() {
        try {
            file.getFD().sync();
        } catch (IOException _) {
            low = true;
        }
    }

    /// Gives the reserve back: nothing will be written any more.
    void finish() {
        try {
            file.setLength(end);
        } catch (IOException _) {
            low = true;
        }
        sync();
    }

    /// How long the text is.
    long end() {
        return end;
    }

    boolean isLow() {
        return low;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
