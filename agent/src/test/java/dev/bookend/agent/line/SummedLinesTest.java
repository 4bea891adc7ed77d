package dev.bookend.agent.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

class SummedLinesTest {
    private static final int LONGEST = 100;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    private void write(String... texts) {
        for (var text : texts) {
            file.writeBytes(SummedLine.of(text));
        }
    }

    private static SummedLines<SummedLine> lines(byte[] bytes) {
        return new SummedLines<>(
                new ByteArrayInputStream(bytes),
                LONGEST,
                it -> Optional.of(it).filter(line -> !line.text().equals("nothing")));
    }

    private static List<String> texts(SummedLines<SummedLine> lines) throws IOException {
        var texts = new ArrayList<String>();
        for (var next = lines.next(); next.isPresent(); next = lines.next()) {
            texts.add(next.get().text());
        }
        return texts;
    }

    /// Files of earlier releases are read by this one, so a line looks as it always did.
    @Test
    void aLineIsItsChecksumASpaceAndItsText() {
        assertThat(SummedLine.of("123456789")).asString().isEqualTo("e3069283 123456789\n");
        assertThat(SummedLine.of("ä")).hasSize(8 + 1 + 2 + 1);
    }

    @Test
    void aDeathInAnyByteLeavesTheLinesBefore() throws IOException {
        write("one", "two", "three");
        var bytes = file.toByteArray();
        for (var length = 0; length <= bytes.length; length++) {
            var lines = lines(Arrays.copyOf(bytes, length));
            var texts = texts(lines);
            assertThat(texts).isEqualTo(List.of("one", "two", "three").subList(0, texts.size()));
            var good = texts.stream().mapToInt(it -> SummedLine.of(it).length).sum();
            assertThat(lines.areFollowed()).isFalse();
            assertThat(lines.end()).isEqualTo(new SummedLines.End(good, length, good < length));
        }
    }

    @Test
    void zerosBehindTheLastLineAreNoDirt() throws IOException {
        write("one");
        var length = file.size();
        file.writeBytes(new byte[70_000]);
        var lines = lines(file.toByteArray());
        assertThat(texts(lines)).containsExactly("one");
        assertThat(lines.end()).isEqualTo(new SummedLines.End(length, length + 70_000, false));
    }

    @Test
    void aChangedByteIsDamageIfGoodLinesFollow() throws IOException {
        write("one", "two", "three");
        var second = SummedLine.of("one").length;
        var space = second + SummedLine.SUM_DIGITS;
        for (var i = second; i < second + SummedLine.of("two").length - 1; i++) {
            if (i == space) continue;
            var bytes = file.toByteArray();
            bytes[i] ^= 1;
            var lines = lines(bytes);
            assertThat(texts(lines)).containsExactly("one");
            assertThat(lines.areFollowed()).as("byte %d", i).isTrue();
            assertThat(lines.end().at()).isEqualTo(second);
        }
    }

    /// The checksum does not cover the space: whether it matters is for the reader to say.
    @Test
    void aChangedSpaceIsSaid() throws IOException {
        write("one");
        var bytes = file.toByteArray();
        assertThat(lines(bytes).next()).map(SummedLine::spaced).contains(true);
        bytes[SummedLine.SUM_DIGITS] = '!';
        assertThat(lines(bytes).next()).map(SummedLine::spaced).contains(false);
    }

    @Test
    void aLineThatSaysNothingIsDamaged() throws IOException {
        write("one", "nothing", "nothing");
        var lines = lines(file.toByteArray());
        assertThat(texts(lines)).containsExactly("one");
        assertThat(lines.areFollowed()).isFalse();
        assertThat(lines.end())
                .isEqualTo(new SummedLines.End(SummedLine.of("one").length, file.size(), true));
    }

    @Test
    void ofALongLineOnlyTheBeginningIsHeld() throws IOException {
        write("one", "x".repeat(200_000), "two");
        var lines = lines(file.toByteArray());
        lines.next();
        var at = SummedLine.of("one").length;
        var held = "x".repeat(LONGEST - SummedLine.SUM_DIGITS - 1);
        assertThat(lines.next()).contains(new SummedLine(held, true, at, 200_010, false));
        assertThat(texts(lines)).containsExactly("two");
    }
}
