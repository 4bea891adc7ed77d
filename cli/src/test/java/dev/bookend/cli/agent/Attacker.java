package dev.bookend.cli.agent;

import dev.bookend.api.client.KubeConfig;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.SSLSocket;

/// A client of the agent that means no good: it asks for much at once, and reads as it likes.
final class Attacker implements AutoCloseable {
    private static final int SMALL = 2048;
    private static final int LARGE = 256 * 1024;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final KubeConfig config;
    private final List<Socket> left = new CopyOnWriteArrayList<>();

    /// What came back, of which the first few words are kept.
    record Answer(int code, String words, long length) {}

    /// @param headers of the request, each with its end of line
    record Ask(String method, String path, String headers, String body) {
        static Ask get(String path) {
            return new Ask("GET", path, "", "");
        }

        static Ask of(String method, String path, String type, String body) {
            return new Ask(method, path, "Content-Type: %s\r\n".formatted(type), body);
        }

        Ask with(String header) {
            return new Ask(method, path, headers + header + "\r\n", body);
        }
    }

    Attacker(Path kubeconfig) throws IOException {
        config = KubeConfig.read(kubeconfig, Optional.empty());
    }

    /// Asks, and reads the answer to its end.
    Answer ask(Ask ask) throws IOException {
        try (var socket = connected(LARGE)) {
            write(socket, ask.with("Connection: close"));
            return read(socket, Integer.MAX_VALUE);
        }
    }

    /// Asks, reads how the answer begins, and from then on nothing.
    Answer leaveUnread(Ask ask) throws IOException {
        var socket = connected(SMALL);
        left.add(socket);
        write(socket, ask);
        return read(socket, 1);
    }

    private Socket connected(int buffer) throws IOException {
        var plain = new Socket();
        plain.setReceiveBufferSize(buffer);
        plain.connect(
                new InetSocketAddress(config.server().getHost(), config.server().getPort()),
                (int) LIMIT.toMillis());
        plain.setSoTimeout((int) LIMIT.toMillis());
        var socket =
                (SSLSocket)
                        config.tls()
                                .getSocketFactory()
                                .createSocket(
                                        plain,
                                        config.server().getHost(),
                                        config.server().getPort(),
                                        true);
        socket.startHandshake();
        return socket;
    }

    private void write(Socket socket, Ask ask) throws IOException {
        var body = ask.body().getBytes(StandardCharsets.UTF_8);
        var all = new ByteArrayOutputStream();
        var head =
                String.join(
                        "\r\n",
                        "%s %s HTTP/1.1".formatted(ask.method(), ask.path()),
                        "Host: x",
                        "Authorization: Bearer " + config.token().orElse(""),
                        ask.headers() + "Content-Length: " + body.length,
                        "",
                        "");
        all.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        all.writeBytes(body);
        socket.getOutputStream().write(all.toByteArray());
    }

    private static Answer read(Socket socket, int most) throws IOException {
        var bytes = new byte[SMALL];
        var words = new ByteArrayOutputStream();
        var length = 0L;
        for (var count = socket.getInputStream().read(bytes);
                count > 0;
                count = socket.getInputStream().read(bytes)) {
            length += count;
            if (words.size() < SMALL) {
                words.write(bytes, 0, count);
            }
            if (length >= most) {
                break;
            }
        }
        var text = words.toString(StandardCharsets.UTF_8);
        var parts = text.split(" ", 3);
        return new Answer(parts.length < 2 ? 0 : Integer.parseInt(parts[1]), text, length);
    }

    /// Goes away from all answers that it has left unread.
    void goAway() throws IOException {
        for (var socket : left) {
            socket.close();
        }
        left.clear();
    }

    @Override
    public void close() throws IOException {
        goAway();
    }
}
