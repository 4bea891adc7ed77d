package dev.bookend.agent.call;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A request of gRPC's health check, from the first byte of its connection to the last.
final class HealthRequest {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int END_STREAM = 0x1;
    private static final int END_HEADERS = 0x4;

    // Entries of HPACK's static table: whole headers, and names that a value follows.
    private static final int METHOD_POST = 0x83;
    private static final int SCHEME_HTTP = 0x86;
    private static final int AUTHORITY = 1;
    private static final int PATH = 4;
    private static final int CONTENT_TYPE = 31;
    private static final int USER_AGENT = 58;

    private HealthRequest() {}

    static byte[] bytes(InetSocketAddress to, String service) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(text(PREFACE));
        all.writeBytes(Http2Frame.bytes(Http2Frame.Type.SETTINGS, 0, 0, new byte[0]));
        all.writeBytes(Http2Frame.bytes(Http2Frame.Type.HEADERS, END_HEADERS, 1, headers(to)));
        all.writeBytes(Http2Frame.bytes(Http2Frame.Type.DATA, END_STREAM, 1, message(service)));
        return all.toByteArray();
    }

    private static byte[] headers(InetSocketAddress to) {
        var block = new ByteArrayOutputStream();
        block.write(METHOD_POST);
        block.write(SCHEME_HTTP);
        known(block, PATH, "/grpc.health.v1.Health/Check");
        known(block, AUTHORITY, to.getHostString() + ":" + to.getPort());
        known(block, CONTENT_TYPE, "application/grpc");
        known(block, USER_AGENT, "bookend");
        block.write(0);
        string(block, "te");
        string(block, "trailers");
        return block.toByteArray();
    }

    /// A header that nobody need remember, with a name of the static table.
    private static void known(ByteArrayOutputStream block, int name, String value) {
        integer(block, 0x0f, name);
        string(block, value);
    }

    private static void string(ByteArrayOutputStream block, String text) {
        var bytes = text(text);
        integer(block, 0x7f, bytes.length);
        block.writeBytes(bytes);
    }

    /// A number as HPACK writes it: in the bits of the prefix, the rest seven bits a byte.
    private static void integer(ByteArrayOutputStream block, int prefix, int number) {
        if (number < prefix) {
            block.write(number);
            return;
        }
        block.write(prefix);
        varint(block, number - prefix);
    }

    private static void varint(ByteArrayOutputStream bytes, int number) {
        var left = number;
        for (; left > 0x7f; left >>>= 7) {
            bytes.write((left & 0x7f) | 0x80);
        }
        bytes.write(left);
    }

    /// An uncompressed message whose first field is the service, if one is named.
    private static byte[] message(String service) {
        var field = new ByteArrayOutputStream();
        if (!service.isEmpty()) {
            var name = service.getBytes(StandardCharsets.UTF_8);
            field.write(0x0a);
            varint(field, name.length);
            field.writeBytes(name);
        }
        return ByteBuffer.allocate(1 + Integer.BYTES + field.size())
                .put((byte) 0)
                .putInt(field.size())
                .put(field.toByteArray())
                .array();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
