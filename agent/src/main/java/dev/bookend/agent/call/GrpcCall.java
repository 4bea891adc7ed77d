package dev.bookend.agent.call;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The health check of gRPC (`grpc.health.v1.Health/Check`) on a plain socket: one request over
/// HTTP/2, as much of it as that takes. Headers that come back are skipped: the message says it
/// all, and a server without one has failed.
final class GrpcCall {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int STREAM = 1;

    private final long deadline;
    private final Socket socket;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private int read;

    private GrpcCall(Socket socket, long deadline) {
        this.socket = socket;
        this.deadline = deadline;
    }

    /// Asks once; the limit is for all of it, however slowly the other side answers.
    static Reply check(InetSocketAddress address, String service, Duration limit)
            throws IOException {
        var deadline = System.nanoTime() + limit.toNanos();
        try (var socket = new Socket()) {
            var call = new GrpcCall(socket, deadline);
            socket.connect(address, call.left());
            socket.getOutputStream().write(HealthRequest.bytes(address, service));
            return call.answer();
        }
    }

    private Reply answer() throws IOException {
        while (true) {
            var frame = next();
            switch (frame.type()) {
                case SETTINGS, PING -> acknowledge(frame);
                case DATA -> message.writeBytes(frame.content().bytes());
                case RESET -> {
                    return failed("the server reset the request, code " + frame.number(0));
                }
                case GO_AWAY -> {
                    if (frame.number(0) < STREAM) {
                        return failed("the server goes away, code " + frame.number(Integer.BYTES));
                    }
                }
                case HEADERS, OTHER -> {}
            }
            if (frame.endsStream()) {
                return HealthStatus.reply(message.toByteArray());
            }
        }
    }

    private static Reply failed(String why) {
        return new Reply.Failed(why);
    }

    private void acknowledge(Http2Frame frame) throws IOException {
        if (!frame.isAcknowledgement()) {
            socket.getOutputStream().write(frame.acknowledgement());
        }
    }

    private Http2Frame next() throws IOException {
        var head = bytes(Http2Frame.HEAD);
        if (new String(head, StandardCharsets.ISO_8859_1).startsWith("HTTP/")) {
            throw new IOException("the answer is HTTP/1, not gRPC");
        }
        return Http2Frame.of(head, bytes(Http2Frame.length(head)));
    }

    private byte[] bytes(int count) throws IOException {
        read += count;
        if (count > Http2Frame.LONGEST || read > MOST_BYTES) {
            throw new IOException("the answer is too long for a health check, or not HTTP/2");
        }
        var bytes = new byte[count];
        for (var at = 0; at < count; ) {
            socket.setSoTimeout(left());
            var more = socket.getInputStream().read(bytes, at, count - at);
            if (more < 0) {
                throw new EOFException("the answer ended too early");
            }
            at += more;
        }
        return bytes;
    }

    private int left() throws SocketTimeoutException {
        var nanos = deadline - System.nanoTime();
        if (nanos <= 0) {
            throw new SocketTimeoutException("the time is over");
        }
        return HttpCall.millis(Duration.ofNanos(nanos));
    }
}
