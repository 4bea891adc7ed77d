package dev.bookend.api.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.agent.duty.Duties;
import dev.bookend.api.service.TestClient;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Clients that are slow, greedy or confused, against a server with short limits.
class HttpLimitsTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int MOST = 8;

    @TempDir Path directory;
    private Credentials credentials;
    private LoopbackServer server;
    private TestClient client;
    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /// Answers everything, at `/flood` without an end, and at `/wait` with nothing for long.
    private final class Answers implements HttpHandler {
        @Override
        public boolean admit(HttpRequest request, Reply reply) throws IOException {
            return true;
        }

        @Override
        public void handle(HttpRequest request, byte[] body, Reply reply)
                throws IOException, InterruptedException {
            switch (request.path()) {
                case "/flood" -> flood(reply);
                case "/wait" -> {
                    try (var _ = reply.streamWhileHeard("text/plain")) {
                        ended.await();
                    }
                }
                default -> reply.json(200, Json.object().put("size", body.length).done());
            }
        }

        private void flood(Reply reply) throws IOException {
            try (var out = reply.stream("text/plain")) {
                var chunk = new byte[64 * 1024];
                for (var i = 0; i < 1_000_000; i++) {
                    out.write(chunk);
                }
            } finally {
                written.countDown();
            }
        }
    }

    private final Duties duties = new Duties(_ -> {});

    @BeforeEach
    void open() throws Exception {
        start(new Limits(MOST, LONG, LONG, LONG, LONG, LONG, LONG));
    }

    private void start(Limits limits) throws Exception {
        close();
        credentials = Credentials.open(directory, Instant.now());
        server = LoopbackServer.start(0, credentials.tls(), new Answers(), limits, duties);
        var kubeconfig = directory.resolve("kubeconfig");
        Files.writeString(kubeconfig, credentials.kubeconfig(server.port()));
        client = new TestClient(kubeconfig);
    }

    @AfterEach
    void close() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private static String hear(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /// Whether the server has ended the connection.
    private static boolean isEnded(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException _) {
            return true;
        }
    }

    private void othersAreServed() throws Exception {
        assertThat(client.get("/").code()).isEqualTo(200);
    }

    @Test
    void aHugeBodyIsRefused() throws Exception {
        try (var socket = client.raw()) {
            say(socket, "POST / HTTP/1.1\r\nContent-Length: 52428800\r\n\r\n");
            say(socket, "x".repeat(1024 * 1024));
            assertThat(hear(socket)).startsWith("HTTP/1.1 413 ").contains("RequestEntityTooLarge");
        }
        othersAreServed();
    }

    @Test
    void aHugeChunkedBodyIsRefused() throws Exception {
        try (var socket = client.raw()) {
            say(socket, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
            say(socket, "300000\r\n" + "x".repeat(0x300000) + "\r\n1\r\nx\r\n");
            assertThat(hear(socket)).startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void aChunkedBodyIsPutTogether() throws Exception {
        try (var socket = client.raw()) {
            say(
                    socket,
                    "POST / HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
            say(socket, "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n");
            assertThat(hear(socket)).contains("{\"size\":13}");
        }
    }

    @Test
    void nonsenseIsRefused() throws Exception {
        for (var text :
                List.of(
                        "nonsense\r\n\r\n",
                        "GET /\r\n\r\n",
                        "GET nowhere HTTP/1.1\r\n\r\n",
                        "GET /%zz HTTP/1.1\r\n\r\n",
                        "GET / HTTP/1.1\r\n: x\r\n\r\n",
                        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")) {
            try (var socket = client.raw()) {
                say(socket, text);
                assertThat(hear(socket)).as(text).startsWith("HTTP/1.1 400 ");
            }
        }
        othersAreServed();
    }

    @Test
    void endlessHeadersAreRefused() throws Exception {
        try (var socket = client.raw()) {
            say(socket, "GET / HTTP/1.1\r\nX: " + "x".repeat(70_000) + "\r\n\r\n");
            assertThat(hear(socket)).startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void tooManyConnectionsAreToldSo() throws Exception {
        var held = new ArrayList<Socket>();
        for (var i = 0; i < MOST; i++) {
            var socket = client.raw();
            say(socket, "GET / HTTP/1.1\r\n\r\n");
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            held.add(socket);
        }
        try (var socket = client.raw()) {
            say(socket, "GET / HTTP/1.1\r\n\r\n");
            assertThat(hear(socket)).startsWith("HTTP/1.1 503 ");
        }
        for (var socket : held) {
            socket.close();
        }
        await().atMost(LONG).ignoreExceptions().until(() -> client.get("/").code() == 200);
    }

    @Test
    void aSlowHandshakeIsEnded() throws Exception {
        start(new Limits(MOST, SHORT, LONG, LONG, LONG, LONG, LONG));
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThat(isEnded(socket)).isTrue();
        }
        othersAreServed();
    }

    @Test
    void slowHeadersAreEnded() throws Exception {
        start(new Limits(MOST, LONG, LONG, SHORT, LONG, LONG, LONG));
        try (var socket = client.raw()) {
            say(socket, "GET / HTTP/1.1\r\nX: ");
            assertThat(isEnded(socket)).isTrue();
        }
        othersAreServed();
    }

    @Test
    void anIdleConnectionIsEnded() throws Exception {
        start(new Limits(MOST, LONG, SHORT, LONG, LONG, LONG, LONG));
        try (var socket = client.raw()) {
            socket.getOutputStream().flush();
            assertThat(isEnded(socket)).isTrue();
        }
        othersAreServed();
    }

    @Test
    void aSlowBodyIsEnded() throws Exception {
        start(new Limits(MOST, LONG, LONG, LONG, SHORT, LONG, LONG));
        try (var socket = client.raw()) {
            say(socket, "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc");
            assertThat(isEnded(socket)).isTrue();
        }
        othersAreServed();
    }

    @Test
    void aClientThatNeverReadsIsEnded() throws Exception {
        start(new Limits(MOST, LONG, LONG, LONG, LONG, SHORT, LONG));
        try (var socket = client.raw()) {
            say(socket, "GET /flood HTTP/1.1\r\n\r\n");
            assertThat(written.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        othersAreServed();
    }

    /// A watch or a followed log may be silent for long, and its client may be killed meanwhile.
    @Test
    void clientsThatAreGoneKeepNoPlaces() throws Exception {
        for (var i = 0; i < 2 * MOST; i++) {
            await().atMost(LONG).ignoreExceptions().until(this::isOneMoreServed);
        }
        othersAreServed();
    }

    private boolean isOneMoreServed() throws IOException {
        try (var socket = client.raw()) {
            say(socket, "GET /wait HTTP/1.1\r\n\r\n");
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8)
                    .equals("HTTP/1.1 200");
        }
    }

    @Test
    void theNextRequestIsReadAfterAnAnswerThatWaited() throws Exception {
        try (var socket = client.raw()) {
            say(socket, "GET /wait HTTP/1.1\r\n\r\n");
            assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
            ended.countDown();
            say(socket, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
            assertThat(hear(socket)).contains("HTTP/1.1 200 OK").endsWith("{\"size\":0}");
        }
    }
}
