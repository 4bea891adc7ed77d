package dev.bookend.api.store;

import dev.bookend.agent.line.SummedLine;
import dev.bookend.agent.line.SummedLines;
import dev.bookend.manifest.json.JsonRead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Reads the lines of an [ObjectLog], one at a time, so that a file may be larger than the memory.
final class LogLines {
    /// Twice what is written of an object; an older agent may have written more.
    private static final int LONGEST = 8 * 1024 * 1024;

    private static final int KEY = 2048;
    private static final String OBJECT = ",\"object\":";

    private LogLines() {}

    /// Takes what is read.
    interface Reader {
        /// @param whole false if the line is too large to be read: then the object is missing
        void take(ObjectLog.Entry entry, ObjectLog.Place place, boolean whole);
    }

    private record Read(ObjectLog.Entry entry, ObjectLog.Place place, boolean whole) {}

    static SummedLines.End read(Path path, Reader reader) throws IOException {
        try (var in = Files.newInputStream(path)) {
            var lines = new SummedLines<>(in, LONGEST, LogLines::read);
            for (var next = lines.next(); next.isPresent(); next = lines.next()) {
                var read = next.get();
                reader.take(read.entry(), read.place(), read.whole());
            }
            if (lines.areFollowed()) {
                throw damaged(path, lines.end().at());
            }
            return lines.end();
        }
    }

    private static IOException damaged(Path path, long at) {
        return new IOException(
                "%s is damaged at byte %d, and good lines follow; restore the file, or move it"
                                .formatted(path, at)
                        + " away: the pods that live are then taken over as they are, and all"
                        + " other objects are gone");
    }

    private static Optional<Read> read(SummedLine line) {
        var place = new ObjectLog.Place(line.at(), line.length());
        if (line.whole() && JsonRead.ofStranger(line.text()) instanceof JsonRead.Value(var json)) {
            return Optional.of(new Read(ObjectLog.Entry.read(json), place, true));
        }
        return key(line.text()).map(it -> new Read(it, place, false));
    }

    /// What stands before the object says which one it is.
    private static Optional<ObjectLog.Entry> key(String body) {
        var head = body.substring(0, Math.min(KEY, body.length()));
        var cut = head.indexOf(OBJECT);
        return cut > 0
                        && JsonRead.of(head.substring(0, cut) + "}")
                                instanceof JsonRead.Value(var json)
                ? Optional.of(ObjectLog.Entry.read(json))
                : Optional.empty();
    }
}
