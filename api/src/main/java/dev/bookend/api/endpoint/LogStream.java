package dev.bookend.api.endpoint;

import dev.bookend.agent.log.LogFiles;
import dev.bookend.agent.log.LogWalk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;

/// Copies the part of a log that a client asked for, through all files that the log comes in. Each
/// line of a file is a time, the name of a stream, `F` for a whole line or `P` for a part of one,
/// and the text, whose bytes are handed on as they are.
final class LogStream implements AutoCloseable {
    private final LogWalk walk;
    private final LogQuery query;
    private final OutputStream out;
    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private boolean inLine;
    private long left;

    LogStream(Path path, LogQuery query, OutputStream out) throws IOException {
        var files = new LogFiles(path);
        this.query = query;
        this.out = out;
        left = query.limitBytes();
        walk =
                new LogWalk(
                        files,
                        query.tailLines() < Long.MAX_VALUE
                                ? LogTail.begin(files, query.tailLines())
                                : files.oldest());
    }

    /// Copies what is there by now; false once nothing more may be copied.
    boolean copy() throws IOException {
        return left > 0 && walk.read(this::copy);
    }

    private boolean copy(byte[] bytes, int count) throws IOException {
        for (var i = 0; i < count; i++) {
            take(bytes[i]);
        }
        send();
        return left > 0;
    }

    private void take(byte next) {
        if (next != '\n') {
            rest.write(next);
            return;
        }
        var line = rest.toByteArray();
        rest.reset();
        var time = space(line, 0);
        var stream = space(line, time + 1);
        var tag = space(line, stream + 1);
        if (tag < line.length && isWanted(text(line, time))) {
            if (query.timestamps() && !inLine) {
                batch.write(line, 0, time + 1);
            }
            batch.write(line, tag + 1, line.length - tag - 1);
            inLine = line[stream + 1] == 'P';
            if (!inLine) {
                batch.write('\n');
            }
        }
    }

    /// Where the next space is; the end if there is none.
    private static int space(byte[] line, int from) {
        var at = from;
        while (at < line.length && line[at] != ' ') {
            at++;
        }
        return Math.min(at, line.length);
    }

    private static String text(byte[] line, int end) {
        return new String(line, 0, end, StandardCharsets.UTF_8);
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
        var count = (int) Math.min(left, batch.size());
        if (count > 0) {
            out.write(batch.toByteArray(), 0, count);
            left -= count;
        }
        batch.reset();
    }

    @Override
    public void close() throws IOException {
        walk.close();
    }
}
