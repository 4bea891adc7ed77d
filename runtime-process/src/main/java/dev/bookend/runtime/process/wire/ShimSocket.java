package dev.bookend.runtime.process.wire;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/// A connection to a shim. Frames may be sent from any thread; one thread receives.
public final class ShimSocket implements Closeable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    private final SocketChannel channel;
    private final ReentrantLock sending = new ReentrantLock();
    private final ReentrantLock asking = new ReentrantLock();

    private ShimSocket(SocketChannel channel) {
        this.channel = channel;
    }

    /// Waits for a place among the connections, which a shim that was stopped may never give.
    public static ShimSocket connect(Path path, Watchdog watchdog) throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        var alarm = watchdog.closeAfter(CONNECT_LIMIT, channel);
        try {
            channel.connect(UnixDomainSocketAddress.of(path));
            return new ShimSocket(channel);
        } catch (IOException e) {
            channel.close();
            throw e instanceof ClosedChannelException ? new Unanswered(CONNECT_LIMIT) : e;
        } finally {
            alarm.cancel(false);
        }
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    public void send(FrameType type, ByteBuffer payload) throws IOException {
        var bytes = new Frame(type, payload).encode();
        sending.lock();
        try {
            while (bytes.hasRemaining()) channel.write(bytes);
        } finally {
            sending.unlock();
        }
    }

    public Frame receive() throws IOException {
        var frame = Frame.read(channel);
        if (frame.type() == FrameType.FAILED) throw new Refused(frame.fields());
        return frame;
    }

    /// Sends and waits for the answer, at most for the limit: then the connection is closed.
    public Frame ask(FrameType type, Fields fields, Duration limit, Watchdog watchdog)
            throws IOException {
        asking.lock();
        var alarm = watchdog.closeAfter(limit, channel);
        try {
            send(type, fields.payload());
            return receive();
        } catch (ClosedChannelException e) {
            throw (IOException) new Unanswered(limit).initCause(e);
        } finally {
            alarm.cancel(false);
            asking.unlock();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // Nothing is lost: what the connection told is in the record, too.
        }
    }
}
