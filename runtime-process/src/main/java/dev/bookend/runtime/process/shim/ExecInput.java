package dev.bookend.runtime.process.shim;

import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.ShimSocket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// The standard input of a command; closing it shows the command the end of its input.
final class ExecInput extends OutputStream {
    private static final int CHUNK = 32 * 1024;

    private final ShimSocket socket;

    ExecInput(ShimSocket socket) {
        this.socket = socket;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] data, int offset, int length) throws IOException {
        for (var at = 0; at < length; at += CHUNK) {
            var count = Math.min(CHUNK, length - at);
            socket.send(FrameType.INPUT, ByteBuffer.wrap(data, offset + at, count));
        }
    }

    @Override
    public void close() throws IOException {
        socket.send(FrameType.INPUT_END, ByteBuffer.allocate(0));
    }
}
