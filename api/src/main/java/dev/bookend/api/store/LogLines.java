package dev.bookend.api.store;

import dev.bookend.manifest.json.JsonRead;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Reads the lines of an [ObjectLog], one at a time, so that a file may be larger than the memory.
final class LogLines {
    /// Twice what is written of an object; an older agent may have written more.
    private static final int LONGEST = 8 * 1024 * 1024;

    private static final int KEY = 2048;
    private static final int CHECKSUM = 8;
    private static final int BUFFER = 64 * 1024;
    private static final String OBJECT = ",\"object\":";

    private final Path path;
    private final Reader reader;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final CRC32C crc = new CRC32C();
    private long begin;
    private long length;
    private long good;
    private boolean torn;
    private boolean dirty;

    /// Takes what is read.
    interface Reader {
        /// @param whole false if the line is too large to be read: then the object is missing
        void take(ObjectLog.Entry entry, ObjectLog.Place place, boolean whole);
    }

    /// Where the good lines end, and whether something else than zeros follows.
    record End(long at, long length, boolean dirty) {}

    private LogLines(Path path, Reader reader) {
        this.path = path;
        this.reader = reader;
    }

    static End read(Path path, Reader reader) throws IOException {
        var lines = new LogLines(path, reader);
        try (var in = Files.newInputStream(path)) {
            return lines.read(in);
        }
    }

    private End read(InputStream in) throws IOException {
        var bytes = new byte[BUFFER];
        for (var count = in.read(bytes); count > 0; count = in.read(bytes)) {
            var from = 0;
            for (var i = 0; i < count; i++) {
                if (bytes[i] == '\n') {
                    take(bytes, from, i - from);
                    next();
                    from = i + 1;
                }
            }
            take(bytes, from, count - from);
        }
        return new End(good, begin + length, dirty);
    }

    private void take(byte[] bytes, int from, int count) {
        for (var i = from; i < from + count && !dirty; i++) {
            dirty = bytes[i] != 0;
        }
        var past = Math.clamp(CHECKSUM + 1 - length, 0, count);
        crc.update(bytes, from + past, count - past);
        line.write(bytes, from, Math.clamp(LONGEST - length, 0, count));
        length += count;
    }

    private void next() throws IOException {
        end();
        begin += length + 1;
        length = 0;
        line.reset();
        crc.reset();
        good = torn ? good : begin;
        dirty = torn;
    }

    private void end() throws IOException {
        var entry = entry();
        if (entry.isPresent() && torn) {
            throw new IOException(
                    "%s is damaged at byte %d, and good lines follow; restore the file, or move it"
                                    .formatted(path, good)
                            + " away: the pods that live are then taken over as they are, and all"
                            + " other objects are gone");
        }
        torn |= entry.isEmpty();
        entry.ifPresent(
                it ->
                        reader.take(
                                it.entry(),
                                new ObjectLog.Place(begin, (int) (length + 1)),
                                it.whole()));
    }

    private record Read(ObjectLog.Entry entry, boolean whole) {}

    private Optional<Read> entry() {
        if (length <= CHECKSUM || length >= Integer.MAX_VALUE) {
            return Optional.empty();
        }
        var text = line.toString(StandardCharsets.UTF_8);
        if (!text.startsWith("%08x".formatted(crc.getValue()))) {
            return Optional.empty();
        }
        var body = text.substring(CHECKSUM + 1);
        if (length <= LONGEST && JsonRead.ofStranger(body) instanceof JsonRead.Value(var json)) {
            return Optional.of(new Read(ObjectLog.Entry.read(json), true));
        }
        return key(body);
    }

    /// What stands before the object says which one it is.
    private static Optional<Read> key(String body) {
        var head = body.substring(0, Math.min(KEY, body.length()));
        var cut = head.indexOf(OBJECT);
        return cut > 0
                        && JsonRead.of(head.substring(0, cut) + "}")
                                instanceof JsonRead.Value(var json)
                ? Optional.of(new Read(ObjectLog.Entry.read(json), false))
                : Optional.empty();
    }
}
