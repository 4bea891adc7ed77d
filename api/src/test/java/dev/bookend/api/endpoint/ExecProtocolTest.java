package dev.bookend.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.TestClient;
import dev.bookend.api.service.TestPods;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The frames of `exec` on the wire.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExecProtocolTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private ApiWorld world;
    private TestClient client;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
        client.post(PODS, TestPods.pod("box", TestPods.SERVE));
        TestPods.awaitObject(client, PODS + "/box", TestPods::isReady);
    }

    @AfterAll
    void close() throws Exception {
        client.delete(PODS + "/box?gracePeriodSeconds=0");
        TestPods.awaitGone(client, PODS + "/box");
        world.close();
    }

    private void ask(Socket socket, String query, String protocols) throws IOException {
        var text =
                """
                GET %s/box/exec?%s HTTP/1.1
                Host: x
                Authorization: Bearer %s
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
                Sec-WebSocket-Protocol: %s

                """
                        .formatted(PODS, query, client.token(), protocols)
                        .replace("\n", "\r\n");
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private static List<String> head(DataInputStream in) throws IOException {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        while (lines.isEmpty() || !lines.getLast().isEmpty()) {
            var next = (char) in.readByte();
            if (next == '\n') {
                lines.add(line.toString().strip());
                line.setLength(0);
            } else {
                line.append(next);
            }
        }
        return lines;
    }

    /// All messages until the server closes, each with the number of its channel.
    private static List<String> messages(DataInputStream in) throws IOException {
        var messages = new ArrayList<String>();
        while (true) {
            var code = in.readUnsignedByte() & 0x0f;
            var length = in.readUnsignedByte();
            var data = new byte[length == 126 ? in.readUnsignedShort() : length];
            in.readFully(data);
            if (code == 8) {
                return messages;
            }
            if (code == 9) {
                continue;
            }
            messages.add(
                    data[0] + " " + new String(data, 1, data.length - 1, StandardCharsets.UTF_8));
        }
    }

    private static void send(Socket socket, int channel, String text) throws IOException {
        var data = text.getBytes(StandardCharsets.UTF_8);
        var frame = new byte[data.length + 7];
        frame[0] = (byte) 0x82;
        frame[1] = (byte) (0x80 | (data.length + 1));
        frame[6] = (byte) channel;
        System.arraycopy(data, 0, frame, 7, data.length);
        socket.getOutputStream().write(frame);
        socket.getOutputStream().flush();
    }

    @ParameterizedTest
    @CsvSource({
        "v5.channel.k8s.io,v5.channel.k8s.io",
        "v4.channel.k8s.io,v4.channel.k8s.io",
        "'v4.channel.k8s.io, v5.channel.k8s.io',v5.channel.k8s.io"
    })
    void theNewestCommonProtocolIsSpoken(String offered, String chosen) throws Exception {
        try (var socket = client.raw()) {
            var in = new DataInputStream(socket.getInputStream());
            ask(socket, "command=echo&command=hi&stdout=true&stderr=true", offered);
            assertThat(head(in))
                    .startsWith("HTTP/1.1 101 Switching Protocols")
                    .contains(
                            "Sec-WebSocket-Protocol: " + chosen,
                            "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
            assertThat(messages(in))
                    .containsExactly("1 hi\n", "3 {\"metadata\":{},\"status\":\"Success\"}");
        }
    }

    @Test
    void anUnknownProtocolIsRefused() throws Exception {
        try (var socket = client.raw()) {
            ask(socket, "command=true&stdout=true", "v9.channel.k8s.io");
            var in = new DataInputStream(socket.getInputStream());
            assertThat(head(in).getFirst()).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void theEndOfTheInputIsTold() throws Exception {
        try (var socket = client.raw()) {
            ask(socket, "command=wc&command=-c&stdin=true&stdout=true", "v5.channel.k8s.io");
            var in = new DataInputStream(socket.getInputStream());
            head(in);
            send(socket, 0, "12345");
            send(socket, 255, "\0");
            assertThat(messages(in).getFirst().strip()).isEqualTo("1 5");
        }
    }

    /// Input that no command reads any more made the kernel end the connection at once.
    @Test
    void aClientThatReadsLateGetsEverything() throws Exception {
        try (var socket = client.raw()) {
            ask(
                    socket,
                    "command=head&command=-c&command=3000000&command=/dev/zero"
                            + "&stdin=true&stdout=true",
                    "v5.channel.k8s.io");
            var in = new DataInputStream(socket.getInputStream());
            head(in);
            for (var i = 0; i < 10_000; i++) {
                send(socket, 0, "nobody reads this");
            }
            var messages = messages(in);
            assertThat(messages.removeLast()).contains("Success");
            assertThat(messages.stream().mapToInt(it -> it.length() - 2).sum()).isEqualTo(3000000);
        }
    }

    @Test
    void aTerminalBeginsAtTheSizeOfTheClients() throws Exception {
        try (var socket = client.raw()) {
            ask(
                    socket,
                    "command=stty&command=size&tty=true&stdin=true&stdout=true",
                    "v5.channel.k8s.io");
            var in = new DataInputStream(socket.getInputStream());
            head(in);
            send(socket, 4, "{\"Width\":0,\"Height\":0}");
            send(socket, 4, "{\"Width\":91,\"Height\":37}");
            assertThat(messages(in).getFirst().strip()).isEqualTo("1 37 91");
        }
    }

    @Test
    void whatIsTypedBeforeTheSizeIsKnownNeitherHidesItNorIsLost() throws Exception {
        try (var socket = client.raw()) {
            ask(
                    socket,
                    "command=sh&command=-c&command=stty+size;read+line;echo+$line"
                            + "&tty=true&stdin=true&stdout=true",
                    "v5.channel.k8s.io");
            var in = new DataInputStream(socket.getInputStream());
            head(in);
            send(socket, 0, "typed\n");
            send(socket, 4, "{\"Width\":91,\"Height\":37}");
            var all = String.join("", messages(in));
            assertThat(all).contains("37 91", "typed");
        }
    }

    /// Nobody hears a client go behind input that its command does not read.
    @Test
    void aClientThatIsGoneTakesItsCommandAlong() throws Exception {
        var pid = 0L;
        try (var socket = client.raw()) {
            ask(
                    socket,
                    "command=sh&command=-c&command=echo+$$;exec+sleep+3600"
                            + "&stdin=true&stdout=true",
                    "v5.channel.k8s.io");
            var in = new DataInputStream(socket.getInputStream());
            head(in);
            var first = new byte[in.readUnsignedShort() & 0x7f];
            in.readFully(first);
            pid = Long.parseLong(new String(first, StandardCharsets.UTF_8).substring(1).strip());
            for (var i = 0; i < 10_000; i++) {
                send(socket, 0, "nobody reads this");
            }
        }
        var command = ProcessHandle.of(pid);
        assertThat(command).isPresent();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> command.filter(ProcessHandle::isAlive).isEmpty());
    }
}
