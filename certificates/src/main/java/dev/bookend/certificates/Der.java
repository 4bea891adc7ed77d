package dev.bookend.certificates;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Writes the few kinds of DER values that a certificate is made of.
final class Der {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_ID = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int SHORT_LENGTH = 0x80;
    private static final int BYTE = 0xFF;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, joined(parts));
    }

    static byte[] set(byte[] element) {
        return tagged(SET, element);
    }

    static byte[] integer(BigInteger value) {
        return tagged(INTEGER, value.toByteArray());
    }

    static byte[] bits(int unused, byte... bits) {
        return tagged(BIT_STRING, joined(new byte[] {(byte) unused}, bits));
    }

    static byte[] octets(byte[] value) {
        return tagged(OCTET_STRING, value);
    }

    static byte[] text(String value) {
        return tagged(UTF8_STRING, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant instant) {
        return tagged(GENERALIZED_TIME, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] yes() {
        return new byte[] {0x01, 0x01, (byte) BYTE};
    }

    /// A dotted object identifier, such as `2.5.4.3`.
    static byte[] id(String dotted) {
        var numbers = dotted.split("\\.");
        var bytes = new ByteArrayOutputStream();
        bytes.write(40 * Integer.parseInt(numbers[0]) + Integer.parseInt(numbers[1]));
        for (var i = 2; i < numbers.length; i++) {
            writeBase128(bytes, Integer.parseInt(numbers[i]));
        }
        return tagged(OBJECT_ID, bytes.toByteArray());
    }

    private static void writeBase128(ByteArrayOutputStream bytes, int number) {
        var bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(number));
        for (var group = (bits - 1) / 7; group >= 0; group--) {
            var more = group > 0 ? SHORT_LENGTH : 0;
            bytes.write(more | ((number >>> (7 * group)) & 0x7F));
        }
    }

    static byte[] tagged(int tag, byte[] content) {
        return joined(new byte[] {(byte) tag}, length(content.length), content);
    }

    private static byte[] length(int length) {
        if (length < SHORT_LENGTH) {
            return new byte[] {(byte) length};
        }
        var digits = BigInteger.valueOf(length).toByteArray();
        var from = digits[0] == 0 ? 1 : 0;
        var count = digits.length - from;
        var bytes = new byte[count + 1];
        bytes[0] = (byte) (SHORT_LENGTH | count);
        System.arraycopy(digits, from, bytes, 1, count);
        return bytes;
    }

    static byte[] joined(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
