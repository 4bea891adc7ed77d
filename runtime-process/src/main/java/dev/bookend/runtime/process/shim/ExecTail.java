package dev.bookend.runtime.process.shim;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/// The last 4 KiB of what a command wrote.
final class ExecTail {
    private static final int SIZE = 4096;

    private final byte[] ring = new byte[SIZE];
    private long total;

    synchronized void add(ByteBuffer data) {
        var rest = data.duplicate();
        while (rest.hasRemaining()) ring[(int) (total++ % SIZE)] = rest.get();
    }

    synchronized String text() {
        var size = (int) Math.min(total, SIZE);
        var bytes = new byte[size];
        for (var i = 0; i < size; i++) bytes[i] = ring[(int) ((total - size + i) % SIZE)];
        return new String(bytes, UTF_8);
    }
}
