package dev.bookend.api.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.api.serve.Limits;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;

/// Clients that mean harm, or do not know better, against a whole agent with its own limits.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileClientsTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int MIB = 1024 * 1024;

    private ApiWorld world;
    private TestClient client;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
    }

    @AfterAll
    void close() throws Exception {
        world.close();
    }

    private void say(Socket socket, String line, String more) throws IOException {
        var text =
                "%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s\r\n"
                        .formatted(line, client.token(), more);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private static String hear(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /// How much comes until the server ends the connection, in order or not.
    private static int sizeOfRest(Socket socket) {
        var size = 0;
        var piece = new byte[MIB];
        try {
            for (var n = 0; n >= 0; n = socket.getInputStream().read(piece)) {
                size += n;
            }
        } catch (SocketException _) {
            // It was too slow for too long.
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return size;
    }

    private void othersAreServed() throws Exception {
        assertThat(client.get(MAPS).code()).isEqualTo(200);
    }

    @Test
    void fiftyMebibytesAreRefusedUnread() throws Exception {
        try (var socket = client.raw()) {
            say(socket, "POST " + MAPS, "Content-Length: %d\r\n".formatted(50 * MIB));
            assertThat(hear(socket))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("\"kind\":\"Status\"", "RequestEntityTooLarge");
        }
        othersAreServed();
    }

    @Test
    void moreClientsThanTheCapAreToldSo() throws Exception {
        var held = new ArrayList<Socket>();
        try {
            var refused = "";
            while (refused.isEmpty() && held.size() <= Limits.STANDARD.connections()) {
                var socket = client.raw();
                held.add(socket);
                say(socket, "GET /healthz", "");
                var first = new byte[16];
                var count = socket.getInputStream().readNBytes(first, 0, first.length);
                var line = new String(first, 0, count, StandardCharsets.UTF_8);
                refused = line.startsWith("HTTP/1.1 200") ? "" : line + hear(socket);
            }
            assertThat(refused).startsWith("HTTP/1.1 503").contains("\"kind\":\"Status\"");
            assertThat(held.size()).isGreaterThan(Limits.STANDARD.connections() - 8);
        } finally {
            for (var socket : held) {
                socket.close();
            }
        }
        await().atMost(SOON).ignoreExceptions().untilAsserted(this::othersAreServed);
    }

    @Test
    void aWatchThatNeverReadsIsCutOff() throws Exception {
        client.post(MAPS, "{\"metadata\":{\"name\":\"big\"}}");
        try (var deaf = client.raw()) {
            say(deaf, "GET %s?watch=1".formatted(MAPS), "Connection: close\r\n");
            for (var i = 0; i < 100; i++) {
                var value = String.valueOf(i % 10).repeat(300 * 1024);
                var patch = "{\"data\":{\"text\":\"%s\"}}".formatted(value);
                assertThat(client.patch("merge-patch", MAPS + "/big", patch).code()).isEqualTo(200);
            }
            othersAreServed();
            assertThat(sizeOfRest(deaf)).isLessThan(20 * MIB);
        }
        othersAreServed();
    }

    @Test
    void otherFormsThanJsonAndYamlAreRefused() throws Exception {
        var proto = "application/vnd.kubernetes.protobuf";
        var pod =
                client.send(
                        "POST",
                        "/api/v1/namespaces/default/pods",
                        proto,
                        "k8s\0\n\t\n\2v1\22\3Pod");
        assertThat(pod.code()).isEqualTo(415);
        assertThat(pod.message()).contains("send JSON");
        assertThat(client.send("POST", MAPS, "application/cbor", "a").code()).isEqualTo(415);
        for (var accept : new String[] {proto, "text/html"}) {
            var request =
                    client.request(MAPS, "Bearer " + client.token())
                            .header("Accept", accept)
                            .build();
            var answer = client.send(request);
            assertThat(answer.code()).isEqualTo(406);
            assertThat(answer.reason()).isEqualTo("NotAcceptable");
        }
        var both = client.request(MAPS, "Bearer " + client.token());
        var answer = client.send(both.header("Accept", proto + ", application/json").build());
        assertThat(answer.code()).isEqualTo(200);
    }
}
