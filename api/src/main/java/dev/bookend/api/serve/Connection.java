package dev.bookend.api.serve;

import dev.bookend.api.resource.ApiError;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// One client's connection: requests and answers in turn, until one of both has enough.
final class Connection {
    private static final Duration ROOM = Duration.ofSeconds(10);
    private static final Duration FAREWELL = Duration.ofSeconds(20);
    private static final Duration SILENCE = Duration.ofMillis(500);
    private static final int BUFFER = 16 * 1024;
    private static final int KIB = 1024;

    private final Socket plain;
    private final SSLSocketFactory tls;
    private final Deadlines deadlines;
    private final Semaphore bodies;
    private final Limits limits;
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();
    private Optional<Thread> ear = Optional.empty();
    private boolean upgraded;

    /// @param bodies room for all clients' bodies together, in KiB
    Connection(
            Socket plain,
            SSLSocketFactory tls,
            Deadlines deadlines,
            Semaphore bodies,
            Limits limits) {
        this.plain = plain;
        this.tls = tls;
        this.deadlines = deadlines;
        this.bodies = bodies;
        this.limits = limits;
    }

    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    /// Ends the connection unless the client reads in time.
    ///
    /// @param patiently whether a person may be reading
    Deadlines.Running whileWriting(boolean patiently) {
        return within(patiently ? limits.pause() : limits.write());
    }

    /// From now on the serving thread is interrupted when the client goes away: it may have nothing
    /// to write for long, and would keep the place of another client.
    void endWithClient() {
        var server = Thread.currentThread();
        ear =
                Optional.of(
                        Thread.ofVirtual()
                                .name("api-ear")
                                .start(
                                        () -> {
                                            if (isClientGone()) {
                                                server.interrupt();
                                            }
                                        }));
    }

    /// Waits for the client's next word, which is left to be read, or its end.
    private boolean isClientGone() {
        try {
            in.mark(1);
            if (in.read() < 0) {
                return true;
            }
            in.reset();
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    void upgrade() {
        upgraded = true;
    }

    /// Ends the connection unless the answer is closed in time. The plain socket is closed, because
    /// closing the encrypted one waits for whoever writes.
    Deadlines.Running within(Duration limit) {
        return deadlines.start(limit, plain);
    }

    /// Serves the client to the end.
    void serve(HttpHandler handler) throws IOException, InterruptedException {
        open();
        var reader = new RequestReader(in);
        var more = true;
        while (more && !upgraded) {
            more = serveOne(reader, handler);
        }
    }

    /// Tells the client that there are too many.
    void refuse() throws IOException {
        open();
        farewell(new HttpProblem(503, "too many connections; close some and try again"));
    }

    private void open() throws IOException {
        plain.setTcpNoDelay(true);
        try (var _ = within(limits.handshake())) {
            var socket = (SSLSocket) tls.createSocket(plain, null, true);
            socket.setUseClientMode(false);
            socket.startHandshake();
            in = new BufferedInputStream(socket.getInputStream(), BUFFER);
            out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
        }
    }

    private boolean serveOne(RequestReader reader, HttpHandler handler)
            throws IOException, InterruptedException {
        try {
            var request = read(reader);
            return request.isPresent() && answer(request.get(), reader, handler);
        } catch (HttpProblem problem) {
            farewell(problem);
            return false;
        }
    }

    private Optional<HttpRequest> read(RequestReader reader)
            throws IOException, HttpProblem, InterruptedException {
        try (var limit = within(limits.idle())) {
            if (ear.isPresent()) {
                ear.get().join();
                ear = Optional.empty();
            }
            return reader.read(() -> limit.renew(limits.head()));
        }
    }

    private boolean answer(HttpRequest request, RequestReader reader, HttpHandler handler)
            throws IOException, InterruptedException, HttpProblem {
        var keepAlive = !request.headers().has("Connection", "close");
        var reply = new Reply(this, keepAlive, request.method().equals("HEAD"));
        if (!handler.admit(request, reply)) {
            if (RequestReader.hasBody(request)) {
                linger();
                return false;
            }
            return keepAlive;
        }
        var room = room(request);
        if (!bodies.tryAcquire(room, ROOM.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new HttpProblem(429, "too many large requests at once; try again later");
        }
        try {
            handler.handle(request, body(request, reader), reply);
            return keepAlive;
        } finally {
            bodies.release(room);
        }
    }

    /// What the body takes of the room for all of them.
    private static int room(HttpRequest request) throws HttpProblem {
        return RequestReader.hasBody(request) ? RequestReader.announced(request) / KIB + 1 : 0;
    }

    private byte[] body(HttpRequest request, RequestReader reader) throws IOException, HttpProblem {
        if (!RequestReader.hasBody(request)) {
            return new byte[0];
        }
        try (var _ = within(limits.body())) {
            if (request.headers().has("Expect", "100-continue")) {
                out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
            return reader.body(request);
        }
    }

    /// Answers and lets the client read the answer: what it still sends is read and dropped, or the
    /// kernel would throw the answer away with the connection.
    private void farewell(HttpProblem problem) throws IOException {
        var reply = new Reply(this, false, false);
        var reason =
                switch (problem.code()) {
                    case 413 -> "RequestEntityTooLarge";
                    case 429 -> "TooManyRequests";
                    case 503 -> "ServiceUnavailable";
                    default -> "BadRequest";
                };
        var says = String.valueOf(problem.getMessage());
        reply.json(problem.code(), new ApiError(problem.code(), reason, says).status());
        linger();
    }

    private void linger() throws IOException {
        try (var _ = within(FAREWELL)) {
            plain.setSoTimeout((int) SILENCE.toMillis());
            in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
