package dev.bookend.runtime.process.shim;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What a command writes, from the shim to a reader. It holds little, so that a slow reader slows
/// the command; what nobody wants is dropped, so that nobody's absence stops it.
final class ExecStream extends InputStream {
    private static final int HOLDS = 64 * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<ByteBuffer> held = new ArrayDeque<>();
    private int size;
    private boolean wanted;
    private boolean dropping;
    private boolean ended;

    ExecStream want() {
        lock.lock();
        try {
            wanted = true;
            return this;
        } finally {
            lock.unlock();
        }
    }

    /// From now on nothing is kept, unless somebody has asked for the stream before.
    void dropUnlessWanted() {
        lock.lock();
        try {
            if (!wanted) drop();
        } finally {
            lock.unlock();
        }
    }

    private void drop() {
        dropping = true;
        held.clear();
        size = 0;
        changed.signalAll();
    }

    void put(ByteBuffer data) throws InterruptedException {
        lock.lock();
        try {
            while (size >= HOLDS && !dropping) changed.await();
            if (dropping || !data.hasRemaining()) return;
            held.add(data);
            size += data.remaining();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) return 0;
        lock.lock();
        try {
            while (held.isEmpty() && !ended && !dropping) changed.await();
            return held.isEmpty() ? -1 : take(into, offset, length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException().initCause(e);
        } finally {
            lock.unlock();
        }
    }

    private int take(byte[] into, int offset, int length) {
        var first = held.element();
        var count = Math.min(length, first.remaining());
        first.get(into, offset, count);
        if (!first.hasRemaining()) held.remove();
        size -= count;
        changed.signalAll();
        return count;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            drop();
        } finally {
            lock.unlock();
        }
    }
}
