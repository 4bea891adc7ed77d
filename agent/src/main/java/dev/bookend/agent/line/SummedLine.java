package dev.bookend.agent.line;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// A line whose checksum is right: eight hexadecimal digits, a space, and the text that they cover.
///
/// @param text what the checksum covers; only its beginning if the line is not whole
/// @param spaced whether the byte between them, which the checksum does not cover, is the space
/// @param at where the line begins in its file
/// @param length how many bytes it takes there, with its end
/// @param whole false if it is longer than its reader wanted to hold
public record SummedLine(String text, boolean spaced, long at, int length, boolean whole) {
    static final int SUM_DIGITS = 8;
    private static final HexFormat HEX = HexFormat.of();

    /// The line as it is written, with its end.
    public static byte[] of(String text) {
        var crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return "%s %s\n".formatted(digits(crc), text).getBytes(StandardCharsets.UTF_8);
    }

    static String digits(CRC32C crc) {
        return HEX.toHexDigits((int) crc.getValue());
    }
}
