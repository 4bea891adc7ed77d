package dev.bookend.agent;

import dev.bookend.lifecycle.Event;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pod's life as its journal has it.
///
/// @param boot the boot of the machine in which it was last lived
/// @param closed whether the pod's end is in it
/// @param end where the next record belongs; what stands there is the torn rest of a write
public record RecordedLife(
        JournalHeader header, String boot, List<Event> events, boolean closed, long end) {
    public RecordedLife {
        events = List.copyOf(events);
    }

    /// Reads a journal; empty if there is none, or none whose first line was finished.
    public static Optional<RecordedLife> read(Path file) throws IOException, JournalDamage {
        return Files.exists(file)
                ? new Reader(file, Files.readAllBytes(file)).read()
                : Optional.empty();
    }

    private static final class Reader {
        private final Path file;
        private final byte[] bytes;
        private final List<Event> events = new ArrayList<>();
        private String boot = "";
        private boolean closed;
        private int at;
        private int line;

        Reader(Path file, byte[] bytes) {
            this.file = file;
            this.bytes = bytes;
        }

        Optional<RecordedLife> read() throws JournalDamage {
            var first = next();
            if (first.isEmpty()) {
                return Optional.empty();
            }
            var header = header(first.get());
            boot = header.boot();
            for (var text = next(); text.isPresent(); text = next()) {
                take(text.get());
            }
            return Optional.of(new RecordedLife(header, boot, events, closed, at));
        }

        private void take(String text) throws JournalDamage {
            var reboot = JournalLine.boot(text);
            if (reboot.isPresent()) {
                boot = reboot.get();
            } else if (JournalLine.isEnd(text)) {
                closed = true;
            } else {
                events.add(event(text));
            }
        }

        /// The next good line; empty at the end, for which only a torn tail may stand.
        private Optional<String> next() throws JournalDamage {
            var end = end(at);
            var text = end < 0 ? Optional.<String>empty() : JournalLine.read(bytes, at, end);
            line++;
            if (text.isPresent()) {
                at = end + 1;
            } else if (end >= 0 && anyGood(end + 1)) {
                throw damage("its checksum is wrong, and good lines follow");
            }
            return text;
        }

        private boolean anyGood(int from) {
            var begin = from;
            for (var end = end(begin); end >= 0; end = end(begin)) {
                if (JournalLine.read(bytes, begin, end).isPresent()) {
                    return true;
                }
                begin = end + 1;
            }
            return false;
        }

        private int end(int from) {
            for (var i = from; i < bytes.length; i++) {
                if (bytes[i] == '\n') {
                    return i;
                }
            }
            return -1;
        }

        private JournalHeader header(String text) throws JournalDamage {
            try {
                return JournalHeader.read(text);
            } catch (JournalDamage reason) {
                throw damage(reason.says());
            }
        }

        private Event event(String text) throws JournalDamage {
            try {
                return JournalLine.event(text);
            } catch (JournalDamage reason) {
                throw damage(reason.says());
            }
        }

        private JournalDamage damage(String says) {
            return new JournalDamage(
                    "line %d of the journal %s is damaged: %s".formatted(line, file, says));
        }
    }
}
