package dev.bookend.api.serve;

import dev.bookend.api.resource.ApiError;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The server's end of a WebSocket (RFC 6455) whose messages each begin with the number of a
/// channel.
public final class WebSocket {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");
    private static final int MOST = 4 * 1024 * 1024;
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int NORMAL_CLOSE = 1000;

    private final DataInputStream in;
    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long heard = System.nanoTime();

    /// What a frame is for.
    private enum Code {
        CONTINUATION(0),
        TEXT(1),
        BINARY(2),
        CLOSE(8),
        PING(9),
        PONG(10);

        private final int number;

        Code(int number) {
            this.number = number;
        }

        static Code of(int number) throws IOException {
            for (var code : values()) {
                if (code.number == number) {
                    return code;
                }
            }
            throw new IOException("a frame of unknown kind " + number);
        }
    }

    private record Frame(Code code, boolean last, ByteBuffer data) {
        byte[] bytes() {
            var bytes = new byte[data.remaining()];
            data.get(bytes);
            return bytes;
        }
    }

    private WebSocket(Reply.Duplex connection) {
        in = new DataInputStream(connection.in());
        out = connection.out();
    }

    public static boolean isWanted(HttpRequest request) {
        return request.headers().has("Upgrade", "websocket");
    }

    /// Answers the client's handshake.
    public static WebSocket accept(HttpRequest request, Reply reply) throws ApiError, IOException {
        var key = request.headers().first("Sec-WebSocket-Key").orElse("");
        var protocol =
                PROTOCOLS.stream()
                        .filter(it -> request.headers().has("Sec-WebSocket-Protocol", it))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        ApiError.badRequest(
                                                "none of the client's protocols is served; served"
                                                        + " are "
                                                        + String.join(" and ", PROTOCOLS)));
        reply.header("Sec-WebSocket-Accept", answer(key));
        reply.header("Sec-WebSocket-Protocol", protocol);
        return new WebSocket(reply.patiently().upgrade("websocket"));
    }

    private static String answer(String key) {
        try {
            var text = (key + GUID).getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The next message; empty when the client has closed the connection.
    public Optional<ByteBuffer> receive() throws IOException {
        var message = new ByteArrayOutputStream();
        while (true) {
            var frame = frame();
            switch (frame.code()) {
                case CLOSE -> {
                    return Optional.empty();
                }
                case PING -> send(Code.PONG, frame.bytes());
                case PONG -> {}
                case CONTINUATION, TEXT, BINARY -> {
                    message.writeBytes(frame.bytes());
                    if (message.size() > MOST) {
                        throw new IOException("a message is larger than 4 MiB");
                    }
                    if (frame.last()) {
                        return Optional.of(ByteBuffer.wrap(message.toByteArray()));
                    }
                }
            }
        }
    }

    /// How long the client has sent nothing at all.
    public Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heard);
    }

    private Frame frame() throws IOException {
        var first = in.readUnsignedByte();
        heard = System.nanoTime();
        var second = in.readUnsignedByte();
        var length = length(second & 0x7f);
        if (length > MOST || (second & MASKED) == 0) {
            throw new IOException("a frame is too large, or not masked");
        }
        var mask = new byte[4];
        in.readFully(mask);
        var data = in.readNBytes((int) length);
        if (data.length < length) {
            throw new EOFException();
        }
        for (var i = 0; i < data.length; i++) {
            data[i] ^= mask[i % 4];
        }
        return new Frame(Code.of(first & 0x0f), (first & FINAL) != 0, ByteBuffer.wrap(data));
    }

    private long length(int given) throws IOException {
        return switch (given) {
            case 126 -> in.readUnsignedShort();
            case 127 -> in.readLong();
            default -> given;
        };
    }

    public void send(int channel, byte[] data, int length) throws IOException {
        var message = new byte[length + 1];
        message[0] = (byte) channel;
        System.arraycopy(data, 0, message, 1, length);
        send(Code.BINARY, message);
    }

    /// Fails when the client is gone, sooner or later, also while nothing of it is read.
    public void ping() throws IOException {
        send(Code.PING, new byte[0]);
    }

    public void close() throws IOException {
        send(Code.CLOSE, ByteBuffer.allocate(2).putShort((short) NORMAL_CLOSE).array());
    }

    private void send(Code code, byte[] data) throws IOException {
        var head = ByteBuffer.allocate(10).put((byte) (FINAL | code.number));
        if (data.length < 126) {
            head.put((byte) data.length);
        } else if (data.length < 65536) {
            head.put((byte) 126).putShort((short) data.length);
        } else {
            head.put((byte) 127).putLong(data.length);
        }
        var frame = new ByteArrayOutputStream();
        frame.write(head.array(), 0, head.position());
        frame.writeBytes(data);
        lock.lock();
        try {
            out.write(frame.toByteArray());
        } finally {
            lock.unlock();
        }
    }
}
