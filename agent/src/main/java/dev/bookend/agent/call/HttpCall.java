package dev.bookend.agent.call;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// A GET over HTTP/1.1 on a plain socket: hooks and probes need no more, and a full client would
/// double the agent's memory. TLS is not verified, as the kubelet does it.
final class HttpCall {
    /// A connection that takes longer than this counts as a request on its way.
    private static final Duration ON_ITS_WAY = Duration.ofSeconds(1);

    private static final int MOST_REDIRECTS = 10;
    private static final int LONGEST_HEAD = 64 * 1024;
    private static final int END_OF_HEAD = 0x0d0a0d0a;
    private static final int MOST_OUTPUT = 4 * 1024;
    private static final Duration BODY_PATIENCE = Duration.ofSeconds(1);

    private final long deadline;
    private final HandlerCall call;
    private boolean hasBegun;

    HttpCall(HandlerCall call) {
        this.call = call;
        deadline = System.nanoTime() + call.limit().toNanos();
    }

    Reply get(HttpTarget target) throws IOException {
        var answer = once(target);
        for (var i = 0; i < MOST_REDIRECTS && answer.isRedirect(); i++) {
            var next = answer.header("location").flatMap(target::redirected);
            if (next.isEmpty()) {
                break;
            }
            target = next.get();
            answer = once(target);
        }
        return new Reply.Status(answer.status, answer.body);
    }

    private record Answer(int status, String head, String body) {
        boolean isRedirect() {
            return status >= 300 && status < 400;
        }

        Optional<String> header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }
    }

    private Answer once(HttpTarget target) throws IOException {
        try (var plain = connect(target);
                var socket = target.tls() ? UnverifiedTls.over(plain, target) : plain) {
            socket.setSoTimeout(left());
            socket.getOutputStream().write(target.head().getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            begin();
            return answer(socket);
        }
    }

    private Socket connect(HttpTarget target) throws IOException {
        var address = new InetSocketAddress(target.host(), target.port());
        if (!hasBegun && ON_ITS_WAY.toMillis() < left()) {
            try {
                return connected(address, millis(ON_ITS_WAY));
            } catch (SocketTimeoutException _) {
                begin();
            }
        }
        return connected(address, left());
    }

    private static Socket connected(InetSocketAddress address, int limit) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(address, limit);
            return socket;
        } catch (IOException failure) {
            socket.close();
            throw failure;
        }
    }

    private void begin() {
        if (!hasBegun) {
            hasBegun = true;
            call.begun().run();
        }
    }

    private Answer answer(Socket socket) throws IOException {
        var input = new BufferedInputStream(socket.getInputStream());
        var head = head(input, socket);
        var words = head.split("\\s+", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/") || !words[1].matches("\\d{3}")) {
            throw new IOException("the answer is not HTTP");
        }
        var body = call.keepsOutput() ? body(input, socket) : "";
        return new Answer(Integer.parseInt(words[1]), head, body);
    }

    private String head(InputStream input, Socket socket) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var lastFour = 0;
        while (lastFour != END_OF_HEAD) {
            socket.setSoTimeout(left());
            var next = input.read();
            if (next < 0 || bytes.size() > LONGEST_HEAD) {
                throw new EOFException("the answer ended before its head did");
            }
            bytes.write(next);
            lastFour = lastFour << Byte.SIZE | next;
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /// As much of the body as comes at once; nobody waits long for what nobody needs.
    private String body(InputStream input, Socket socket) throws IOException {
        socket.setSoTimeout(Math.min(left(), millis(BODY_PATIENCE)));
        try {
            return new String(input.readNBytes(MOST_OUTPUT), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return "";
        }
    }

    private int left() throws SocketTimeoutException {
        var nanos = deadline - System.nanoTime();
        if (nanos <= 0) {
            throw new SocketTimeoutException("the time is over");
        }
        return millis(Duration.ofNanos(nanos));
    }

    /// A limit as sockets take it, where zero would mean none.
    static int millis(Duration limit) {
        return Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE);
    }
}
