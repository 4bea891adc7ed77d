package dev.bookend.api;

import dev.bookend.manifest.Json;
import dev.bookend.manifest.YamlText;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Answers one request: with a text, with a stream that grows, or with another protocol.
final class Reply {
    private final Connection connection;
    private final boolean keepAlive;
    private final boolean headOnly;
    private final List<String> headers = new ArrayList<>();
    private boolean begun;
    private boolean patient;
    private boolean yaml;

    /// @param headOnly whether the client wants to know what the answer would be, without its body
    Reply(Connection connection, boolean keepAlive, boolean headOnly) {
        this.connection = connection;
        this.keepAlive = keepAlive;
        this.headOnly = headOnly;
    }

    /// Adds a header to the answer to come.
    Reply header(String name, String value) {
        headers.add(name + ": " + value.replaceAll("[\\r\\n]", " "));
        return this;
    }

    /// A warning that the client shows to its user.
    void warn(String text) {
        var quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
        header("Warning", "299 - \"%s\"".formatted(quoted.replaceAll("[^\\x20-\\x7e]", "?")));
    }

    /// Lets the client read as slowly as a person does.
    Reply patiently() {
        patient = true;
        return this;
    }

    /// Answers in YAML what would be JSON.
    void asYaml() {
        yaml = true;
    }

    void json(int code, Json json) throws IOException {
        if (yaml) {
            text(code, "application/yaml", YamlText.of(json));
        } else {
            text(code, "application/json", json.line());
        }
    }

    void text(int code, String type, String text) throws IOException {
        bytes(code, type, text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(int code, String type, byte[] body) throws IOException {
        header("Content-Type", type);
        header("Content-Length", String.valueOf(body.length));
        if (!keepAlive) {
            header("Connection", "close");
        }
        try (var _ = connection.whileWriting(patient)) {
            begin(code);
            if (!headOnly) {
                connection.out().write(body);
            }
            connection.out().flush();
        }
    }

    /// Whether an answer was begun, so that no other one can be given.
    boolean isBegun() {
        return begun;
    }

    /// Begins an answer of unknown length. What is written is sent at once.
    OutputStream stream(String type) throws IOException {
        header("Content-Type", type);
        header("Transfer-Encoding", "chunked");
        if (!keepAlive) {
            header("Connection", "close");
        }
        try (var _ = connection.whileWriting(patient)) {
            begin(200);
            connection.out().flush();
        }
        return new Chunks();
    }

    /// Begins such an answer that ends by an interrupt when its client goes away.
    OutputStream streamWhileHeard(String type) throws IOException {
        var out = stream(type);
        connection.endWithClient();
        return out;
    }

    /// Switches to another protocol; the connection is the caller's until it returns.
    Duplex upgrade(String protocol) throws IOException {
        header("Upgrade", protocol);
        header("Connection", "Upgrade");
        connection.upgrade();
        try (var _ = connection.whileWriting(patient)) {
            begin(101);
            connection.out().flush();
        }
        return new Duplex(connection.in(), new Limited());
    }

    /// Both directions of a connection.
    record Duplex(InputStream in, OutputStream out) {}

    private void begin(int code) throws IOException {
        begun = true;
        var text = new StringBuilder("HTTP/1.1 %d %s\r\n".formatted(code, HttpWords.of(code)));
        headers.forEach(it -> text.append(it).append("\r\n"));
        connection.out().write(text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    }

    /// Writes with a deadline, since a client may stop reading.
    private class Limited extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            try (var _ = connection.whileWriting(patient)) {
                connection.out().write(data, offset, length);
                connection.out().flush();
            }
        }
    }

    private final class Chunks extends Limited {
        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            if (length > 0) {
                var head = "%x\r\n".formatted(length).getBytes(StandardCharsets.US_ASCII);
                var chunk = new byte[head.length + length + 2];
                System.arraycopy(head, 0, chunk, 0, head.length);
                System.arraycopy(data, offset, chunk, head.length, length);
                chunk[chunk.length - 2] = '\r';
                chunk[chunk.length - 1] = '\n';
                super.write(chunk, 0, chunk.length);
            }
        }

        @Override
        public void close() throws IOException {
            var end = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            super.write(end, 0, end.length);
        }
    }
}
