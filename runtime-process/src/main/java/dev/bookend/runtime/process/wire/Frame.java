package dev.bookend.runtime.process.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Map;

/// One message of the protocol: a header of eight bytes, and a payload.
public record Frame(FrameType type, ByteBuffer payload) {
    private static final int HEADER = 8;
    private static final byte VERSION = 1;
    private static final int LARGEST = 1 << 20;

    public Map<String, String> fields() {
        return Fields.parse(payload);
    }

    ByteBuffer encode() {
        var bytes = ByteBuffer.allocate(HEADER + payload.remaining());
        bytes.put((byte) 'B').put((byte) 'K').put(VERSION).put(type.code());
        bytes.putInt(payload.remaining()).put(payload.duplicate());
        return bytes.flip();
    }

    /// Waits for the next frame; an end of the stream, also between frames, is an [EOFException].
    static Frame read(ReadableByteChannel channel) throws IOException {
        var header = fill(channel, ByteBuffer.allocate(HEADER));
        if (header.get() != 'B' || header.get() != 'K' || header.get() != VERSION) {
            throw new IOException("the shim speaks another protocol than version " + VERSION);
        }
        var code = header.get();
        var size = header.getInt();
        if (size < 0 || size > LARGEST) throw new IOException("a frame of " + size + " bytes");
        var type = FrameType.of(code).orElseThrow(() -> new IOException("frame type " + code));
        return new Frame(type, fill(channel, ByteBuffer.allocate(size)));
    }

    private static ByteBuffer fill(ReadableByteChannel channel, ByteBuffer buffer)
            throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) throw new EOFException("the shim closed the connection");
        }
        return buffer.flip();
    }
}
