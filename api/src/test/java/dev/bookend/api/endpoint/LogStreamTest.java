package dev.bookend.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/// What a client reads of a log that comes in several files.
class LogStreamTest {
    private static final String WHOLE = "2026-01-01T00:00:00Z stdout F ";
    private static final String PART = "2026-01-01T00:00:00Z stdout P ";

    @TempDir Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private Path log() {
        return directory.resolve("1.log");
    }

    private void write(String head, byte[] text) throws IOException {
        var line = new ByteArrayOutputStream();
        line.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        line.writeBytes(text);
        line.write('\n');
        Files.write(
                log(), line.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void write(String head, String text) throws IOException {
        write(head, text.getBytes(StandardCharsets.UTF_8));
    }

    /// As the shim does it: the log is never without a file.
    private void rotate() throws IOException {
        for (var i = 3; i > 0; i--) {
            var from = directory.resolve("1.log." + i);
            if (Files.exists(from)) {
                Files.move(
                        from,
                        directory.resolve("1.log." + (i + 1)),
                        StandardCopyOption.ATOMIC_MOVE);
            }
        }
        var fresh = Files.createFile(directory.resolve("1.log.new"));
        Files.createLink(directory.resolve("1.log.1"), log());
        Files.move(fresh, log(), StandardCopyOption.ATOMIC_MOVE);
    }

    private LogStream stream(long tailLines) throws IOException {
        var query =
                new LogQuery("app", true, false, false, tailLines, Instant.EPOCH, Long.MAX_VALUE);
        return new LogStream(log(), query, out);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFollowedLogGoesOnInTheNextFile() throws Exception {
        write(WHOLE, "one");
        try (var log = stream(Long.MAX_VALUE)) {
            log.copy();
            write(WHOLE, "two");
            rotate();
            write(WHOLE, "three");
            rotate();
            write(WHOLE, "four");
            log.copy();
        }
        assertThat(text()).isEqualTo("one\ntwo\nthree\nfour\n");
    }

    @Test
    void allFilesThatAreLeftAreRead() throws Exception {
        for (var i = 0; i < 4; i++) {
            write(WHOLE, "line " + i);
            rotate();
        }
        try (var log = stream(Long.MAX_VALUE)) {
            log.copy();
        }
        assertThat(text()).isEqualTo("line 0\nline 1\nline 2\nline 3\n");
    }

    @ParameterizedTest
    @CsvSource({"0,''", "1,6", "2,5 6", "3,3+4 5 6", "4,2 3+4 5 6", "9,1 2 3+4 5 6"})
    void theLastLinesAreCountedThroughAllFiles(long lines, String expected) throws Exception {
        write(WHOLE, "1");
        write(WHOLE, "2");
        rotate();
        write(PART, "3+");
        write(WHOLE, "4");
        rotate();
        write(WHOLE, "5");
        write(WHOLE, "6");
        try (var log = stream(lines)) {
            log.copy();
        }
        assertThat(text().strip().replace("\n", " ")).isEqualTo(expected);
    }

    /// A long line is written in parts, and a part may end within a letter.
    @Test
    void bytesAreHandedOnAsTheyAre() throws Exception {
        write(PART, new byte[] {'a', (byte) 0xc3});
        write(WHOLE, new byte[] {(byte) 0xa4, ' ', ' ', (byte) 0xff, 'z'});
        write(WHOLE, "");
        try (var log = stream(Long.MAX_VALUE)) {
            log.copy();
        }
        assertThat(out.toByteArray())
                .containsExactly('a', 0xc3, 0xa4, ' ', ' ', 0xff, 'z', '\n', '\n');
    }
}
