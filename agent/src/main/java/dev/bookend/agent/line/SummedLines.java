package dev.bookend.agent.line;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32C;

/// Reads lines with checksums back, one at a time, up to the first damaged one. A file may be
/// larger than the memory, and so may a line: then only its beginning is held.
///
/// A file that nothing but its last write has torn ends there. If good lines follow, which
/// [#areFollowed] says, something else has damaged it.
public final class SummedLines<T> {
    private static final int TEXT = SummedLine.SUM_DIGITS + 1;
    private static final int BUFFER = 64 * 1024;

    private final InputStream in;
    private final int longest;
    private final Function<SummedLine, Optional<T>> meaning;
    private final byte[] bytes = new byte[BUFFER];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final CRC32C crc = new CRC32C();
    private int from;
    private int to;
    private long next;
    private long begin;
    private long length;
    private long good;
    private boolean torn;
    private boolean dirty;

    /// Where the good lines end, how long the file is, and whether something else than zeros
    /// follows.
    public record End(long at, long length, boolean dirty) {}

    /// @param longest how many bytes of a line are held
    /// @param meaning what a line says; one that says nothing is damaged, whatever its checksum
    public SummedLines(InputStream in, int longest, Function<SummedLine, Optional<T>> meaning) {
        this.in = in;
        this.longest = longest;
        this.meaning = meaning;
    }

    /// What the next good line says; empty at the end and from the first damaged line on.
    public Optional<T> next() throws IOException {
        if (torn || !pass()) {
            return Optional.empty();
        }
        var said = said();
        torn = said.isEmpty();
        good = torn ? good : next;
        return said;
    }

    /// Whether a good line stands behind the first damaged one. Reads on until it knows.
    public boolean areFollowed() throws IOException {
        while (torn && pass()) {
            if (said().isPresent()) {
                return true;
            }
        }
        return false;
    }

    /// Asked when everything has been read.
    public End end() {
        return new End(good, begin + length, torn || dirty);
    }

    /// Goes through the next line; false if the file ends before it does.
    private boolean pass() throws IOException {
        if (to < 0) {
            return false;
        }
        begin = next;
        length = 0;
        dirty = false;
        line.reset();
        crc.reset();
        while (from < to || fill()) {
            var end = lineEnd();
            take(end - from);
            from = end + 1;
            if (end < to) {
                next = begin + length + 1;
                return true;
            }
        }
        return false;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = in.read(bytes);
        return to > 0;
    }

    /// Where the line ends; the end of what has been read if it goes on behind that.
    private int lineEnd() {
        var at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private void take(int count) {
        for (var i = from; i < from + count && !dirty; i++) {
            dirty = bytes[i] != 0;
        }
        var past = Math.clamp(TEXT - length, 0, count);
        crc.update(bytes, from + past, count - past);
        line.write(bytes, from, Math.clamp(longest - length, 0, count));
        length += count;
    }

    private Optional<T> said() {
        if (length < TEXT || length >= Integer.MAX_VALUE) {
            return Optional.empty();
        }
        var held = line.toString(StandardCharsets.UTF_8);
        return held.startsWith(SummedLine.digits(crc))
                ? meaning.apply(summed(held))
                : Optional.empty();
    }

    private SummedLine summed(String held) {
        return new SummedLine(
                held.substring(TEXT),
                held.charAt(SummedLine.SUM_DIGITS) == ' ',
                begin,
                (int) (length + 1),
                length <= longest);
    }
}
