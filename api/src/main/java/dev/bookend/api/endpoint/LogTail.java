package dev.bookend.api.endpoint;

import dev.bookend.agent.log.LogFiles;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// Finds where the last lines of a log begin, in whichever of its files that is. A line that was
/// written in parts is one line.
final class LogTail {
    private static final int CHUNK = 32 * 1024;
    private static final int BEFORE_TAG = 2;

    private LogTail() {}

    private record Counted(LogFiles.Opened opened, long lines) {}

    /// The file in which the last so many lines begin, open there.
    static LogFiles.Opened begin(LogFiles files, long wanted) throws IOException {
        var older = counted(files);
        var chosen = older.removeLast();
        var missing = wanted;
        while (chosen.lines() < missing && !older.isEmpty()) {
            missing -= chosen.lines();
            chosen.opened().file().close();
            chosen = older.removeLast();
        }
        for (var each : older) {
            each.opened().file().close();
        }
        pass(chosen.opened().file(), Math.max(0, chosen.lines() - missing));
        return chosen.opened();
    }

    private static Deque<Counted> counted(LogFiles files) throws IOException {
        var counted = new ArrayDeque<Counted>();
        for (var next = Optional.of(files.oldest());
                next.isPresent();
                next = files.after(next.get().inode())) {
            counted.add(new Counted(next.get(), pass(next.get().file(), Long.MAX_VALUE)));
        }
        return counted;
    }

    /// Goes to the beginning of the line after so many, or to the end; gives how many it passed.
    private static long pass(RandomAccessFile file, long most) throws IOException {
        file.seek(0);
        var scan = new Scan(most);
        var bytes = new byte[CHUNK];
        var at = 0L;
        for (var count = file.read(bytes); count > 0; count = file.read(bytes)) {
            for (var i = 0; i < count; i++) {
                if (scan.isBehind(bytes[i])) {
                    file.seek(at + i);
                    return most;
                }
            }
            at += count;
        }
        return scan.lines;
    }

    /// Counts the beginnings of lines.
    private static final class Scan {
        private final long most;
        private long lines;
        private int spaces;
        private boolean begins = true;
        private boolean part;

        Scan(long most) {
            this.most = most;
        }

        /// Whether this byte begins the line after the last one that was to be passed.
        boolean isBehind(byte next) {
            if (begins && !part && lines++ == most) {
                return true;
            }
            begins = next == '\n';
            if (begins) {
                spaces = 0;
            } else if (next == ' ') {
                spaces++;
            } else if (spaces == BEFORE_TAG) {
                part = next == 'P';
            }
            return false;
        }
    }
}
