package dev.bookend.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;

/// Copies the part of a log file that a client asked for. Each line of the file is a time, the name
/// of a stream, `F` for a whole line or `P` for a part of one, and the text.
final class LogStream implements AutoCloseable {
    private static final int CHUNK = 32 * 1024;
    private static final int PARTS = 4;

    private final RandomAccessFile file;
    private final LogQuery query;
    private final OutputStream out;
    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private boolean inLine;
    private long left;

    LogStream(Path path, LogQuery query, OutputStream out) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        this.query = query;
        this.out = out;
        left = query.limitBytes();
        if (query.tailLines() < Long.MAX_VALUE) {
            file.seek(tail(query.tailLines()));
        }
    }

    /// Where the last so many lines begin.
    private long tail(long lines) throws IOException {
        var starts = new ArrayDeque<Long>();
        var bytes = new byte[CHUNK];
        var begin = 0L;
        var at = 0L;
        for (var count = file.read(bytes); count > 0; count = file.read(bytes)) {
            for (var i = 0; i < count; i++) {
                at++;
                if (bytes[i] == '\n') {
                    starts.add(begin);
                    begin = at;
                    if (starts.size() > lines) {
                        starts.removeFirst();
                    }
                }
            }
        }
        return starts.isEmpty() ? begin : starts.getFirst();
    }

    /// Copies what is there by now; false once nothing more may be copied.
    boolean copy() throws IOException {
        var bytes = new byte[CHUNK];
        for (var count = file.read(bytes); count > 0 && left > 0; count = file.read(bytes)) {
            for (var i = 0; i < count; i++) {
                take(bytes[i]);
            }
            send();
        }
        return left > 0;
    }

    private void take(byte next) {
        if (next != '\n') {
            rest.write(next);
            return;
        }
        var parts = rest.toString(StandardCharsets.UTF_8).split(" ", PARTS);
        rest.reset();
        if (parts.length == PARTS && isWanted(parts[0])) {
            if (query.timestamps() && !inLine) {
                batch.writeBytes((parts[0] + " ").getBytes(StandardCharsets.UTF_8));
            }
            batch.writeBytes(parts[PARTS - 1].getBytes(StandardCharsets.UTF_8));
            inLine = parts[2].startsWith("P");
            if (!inLine) {
                batch.write('\n');
            }
        }
    }

    private boolean isWanted(String time) {
        try {
            return query.since().equals(Instant.EPOCH)
                    || !Instant.parse(time).isBefore(query.since());
        } catch (DateTimeException _) {
            return true;
        }
    }

    private void send() throws IOException {
        var bytes = batch.toByteArray();
        batch.reset();
        var count = (int) Math.min(left, bytes.length);
        if (count > 0) {
            out.write(bytes, 0, count);
            left -= count;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
