package dev.bookend.agent.journal;

import dev.bookend.agent.line.SummedLine;
import dev.bookend.agent.line.SummedLines;
import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Event;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pod's life as its journal has it.
///
/// @param boot the boot of the machine in which it was last lived
/// @param from the state that it begins with, if its beginning was summed up
/// @param closed whether the pod's end is in it
/// @param end where the next record belongs; what stands there is the torn rest of a write
public record RecordedLife(
        JournalHeader header,
        String boot,
        Optional<JournalSnapshot> from,
        List<Event> events,
        boolean closed,
        long end) {
    public RecordedLife {
        events = List.copyOf(events);
    }

    /// A life of which nothing but the header is written.
    static RecordedLife begun(JournalHeader header) {
        return new RecordedLife(header, header.boot(), Optional.empty(), List.of(), false, 0);
    }

    public PodPast past() {
        return new PodPast(from, events);
    }

    /// Reads a journal; empty if there is none, or none whose first line was finished.
    public static Optional<RecordedLife> read(Path file) throws IOException, JournalDamage {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            return new Reader(file, in).read();
        }
    }

    /// The same for a file that the disk may refuse to give: then it is as good as damaged.
    public static Optional<RecordedLife> readAny(Path file) throws IOException, JournalDamage {
        try {
            return read(file);
        } catch (IOException failure) {
            if (String.valueOf(failure.getMessage()).contains("Too many open files")) {
                throw failure;
            }
            throw new JournalDamage(
                    "the journal %s cannot be read: %s".formatted(file, failure.getMessage()));
        }
    }

    private static final class Reader {
        private final Path file;
        private final SummedLines<String> lines;
        private final List<Event> events = new ArrayList<>();
        private final Map<HookRun, Instant> hooks = new HashMap<>();
        private Optional<JournalSnapshot> from = Optional.empty();
        private String boot = "";
        private boolean closed;
        private int line;

        Reader(Path file, InputStream in) {
            this.file = file;
            lines = new SummedLines<>(in, Integer.MAX_VALUE, Reader::text);
        }

        private static Optional<String> text(SummedLine line) {
            return Optional.of(line).filter(SummedLine::spaced).map(SummedLine::text);
        }

        Optional<RecordedLife> read() throws IOException, JournalDamage {
            var first = next();
            if (first.isEmpty()) {
                return Optional.empty();
            }
            var header = header(first.get());
            boot = header.boot();
            for (var text = next(); text.isPresent(); text = next()) {
                take(text.get());
            }
            var end = lines.end().at();
            return Optional.of(new RecordedLife(header, boot, whole(), events, closed, end));
        }

        private Optional<JournalSnapshot> whole() {
            return from.map(it -> new JournalSnapshot(it.pod(), hooks, it.events()));
        }

        private void take(String text) throws JournalDamage {
            try {
                record(text);
            } catch (JournalDamage reason) {
                throw damage(reason.says());
            }
        }

        private void record(String text) throws JournalDamage {
            var reboot = JournalLine.boot(text);
            if (reboot.isPresent()) {
                boot = reboot.get();
            } else if (JournalLine.isEnd(text)) {
                closed = true;
            } else if (JournalLine.isState(text)) {
                from = Optional.of(JournalLine.snapshot(text));
                events.clear();
            } else {
                hookOrEvent(text);
            }
        }

        private void hookOrEvent(String text) throws JournalDamage {
            var hook = JournalLine.begun(text);
            if (hook.isPresent()) {
                PastHooks.note(hooks, hook.get());
            } else {
                events.add(JournalLine.event(text));
            }
        }

        /// The next good line; empty at the end, for which only a torn tail may stand.
        private Optional<String> next() throws IOException, JournalDamage {
            line++;
            var text = lines.next();
            if (text.isEmpty() && lines.areFollowed()) {
                throw damage("its checksum is wrong, and good lines follow");
            }
            return text;
        }

        private JournalHeader header(String text) throws JournalDamage {
            try {
                return JournalHeader.read(text);
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
