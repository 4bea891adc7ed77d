package dev.bookend.agent.call;

import dev.bookend.manifest.read.Blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// One frame of HTTP/2, with its padding taken away.
record Http2Frame(Type type, int flags, int stream, Blob content) {
    static final int HEAD = 9;
    static final int LONGEST = 16 * 1024;

    private static final int ACKNOWLEDGED = 0x1;
    private static final int END_STREAM = 0x1;
    private static final int PADDED = 0x8;

    /// The kinds that somebody who asks one thing has to know.
    enum Type {
        DATA(0),
        HEADERS(1),
        RESET(3),
        SETTINGS(4),
        PING(6),
        GO_AWAY(7),
        OTHER(-1);

        private final int number;

        Type(int number) {
            this.number = number;
        }

        private static Type of(int number) {
            return Arrays.stream(values())
                    .filter(type -> type.number == number)
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    /// How long the rest of the frame is.
    static int length(byte[] head) {
        return ByteBuffer.wrap(head).getInt() >>> Byte.SIZE;
    }

    static Http2Frame of(byte[] head, byte[] rest) throws IOException {
        var buffer = ByteBuffer.wrap(head, Integer.BYTES - 1, HEAD - Integer.BYTES + 1);
        var type = Type.of(buffer.get());
        var flags = buffer.get() & 0xff;
        var stream = buffer.getInt() & Integer.MAX_VALUE;
        var padded = type == Type.DATA && (flags & PADDED) != 0;
        return new Http2Frame(type, flags, stream, Blob.of(padded ? unpadded(rest) : rest));
    }

    private static byte[] unpadded(byte[] rest) throws IOException {
        var padding = rest.length == 0 ? 1 : rest[0] & 0xff;
        if (padding + 1 > rest.length) {
            throw new IOException("the answer is not HTTP/2: its padding is longer than its frame");
        }
        return Arrays.copyOfRange(rest, 1, rest.length - padding);
    }

    /// Whether nothing more comes on the stream that we asked on.
    boolean endsStream() {
        return stream != 0
                && (type == Type.DATA || type == Type.HEADERS)
                && (flags & END_STREAM) != 0;
    }

    boolean isAcknowledgement() {
        return (flags & ACKNOWLEDGED) != 0;
    }

    /// The answer to settings, which we do not need, and to a ping, which wants its content back.
    byte[] acknowledgement() {
        var back = type == Type.PING ? content.bytes() : new byte[0];
        return bytes(type, ACKNOWLEDGED, 0, back);
    }

    /// A number in the content; 0 if it is not that long.
    int number(int at) {
        var bytes = content.bytes();
        return bytes.length < at + Integer.BYTES ? 0 : ByteBuffer.wrap(bytes).getInt(at);
    }

    static byte[] bytes(Type type, int flags, int stream, byte[] content) {
        return ByteBuffer.allocate(HEAD + content.length)
                .put((byte) (content.length >> (2 * Byte.SIZE)))
                .putShort((short) content.length)
                .put((byte) type.number)
                .put((byte) flags)
                .putInt(stream)
                .put(content)
                .array();
    }
}
