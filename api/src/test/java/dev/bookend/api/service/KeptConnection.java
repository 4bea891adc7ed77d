package dev.bookend.api.service;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A connection on which answer follows request, and on which an answer of the wrong length is
/// noticed at the next one.
final class KeptConnection implements AutoCloseable {
    private final TestClient client;
    private Socket socket;
    private InputStream in;

    /// What came back.
    public record Answer(int code, String text) {}

    KeptConnection(TestClient client) throws IOException {
        this.client = client;
        socket = client.raw();
        in = new BufferedInputStream(socket.getInputStream());
    }

    Answer ask(FuzzedRequests.Fuzzed request) throws IOException {
        var body = request.bytes();
        var text =
                String.join(
                        "\r\n",
                        "%s %s HTTP/1.1".formatted(request.method(), request.target()),
                        "Host: x",
                        "Authorization: Bearer " + client.token(),
                        "Content-Type: " + request.type(),
                        "Accept: " + request.accept(),
                        "Content-Length: " + body.length,
                        "",
                        "");
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var all = new byte[bytes.length + body.length];
        System.arraycopy(bytes, 0, all, 0, bytes.length);
        System.arraycopy(body, 0, all, bytes.length, body.length);
        socket.getOutputStream().write(all);
        return answer(request.method().equals("HEAD"));
    }

    private Answer answer(boolean headOnly) throws IOException {
        var code = Integer.parseInt(line().split(" ", 3)[1]);
        var length = 0;
        var chunked = false;
        var last = false;
        for (var header = line(); !header.isEmpty(); header = line()) {
            var cut = header.indexOf(": ");
            var value = header.substring(cut + 2);
            switch (header.substring(0, cut)) {
                case "Content-Length" -> length = Integer.parseInt(value);
                case "Transfer-Encoding" -> chunked = true;
                case "Connection" -> last = value.equals("close");
                default -> {}
            }
        }
        var body = headOnly ? "" : chunked ? chunks() : text(length);
        if (last) {
            close();
            socket = client.raw();
            in = new BufferedInputStream(socket.getInputStream());
        }
        return new Answer(code, body);
    }

    private String chunks() throws IOException {
        var all = new StringBuilder();
        for (var size = size(); size > 0; size = size()) {
            all.append(text(size));
            line();
        }
        line();
        return all.toString();
    }

    private int size() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private String text(int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        var text = new StringBuilder();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("after: " + text);
            }
            text.append((char) next);
        }
        return text.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
