package dev.bookend.api.serve;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.resource.Weight;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.yaml.YamlText;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Answers one request: with a text, with a stream that grows, or with another protocol.
public final class Reply {
    private static final String JSON = "application/json";
    private static final int PIECE = 32 * 1024;
    private static final int MOST_YAML = 2 * 1024 * 1024;

    /// How long a client may take for an answer that is not a stream.
    private static final Duration WHOLE = Duration.ofMinutes(2);

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
    public Reply header(String name, String value) {
        headers.add(name + ": " + value.replaceAll("[\\r\\n]", " "));
        return this;
    }

    /// A warning that the client shows to its user.
    public void warn(String text) {
        var quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
        header("Warning", "299 - \"%s\"".formatted(quoted.replaceAll("[^\\x20-\\x7e]", "?")));
    }

    /// Lets the client read as slowly as a person does.
    public Reply patiently() {
        patient = true;
        return this;
    }

    /// Answers in YAML what would be JSON.
    public void asYaml() {
        yaml = true;
    }

    public void json(int code, Json json) throws IOException {
        if (yaml && Weight.of(json, MOST_YAML) <= MOST_YAML) {
            text(code, "application/yaml", YamlText.of(json));
        } else if (yaml) {
            yaml = false;
            var says = "the answer is too large for YAML; ask for application/json, or for pages";
            json(406, new ApiError(406, "NotAcceptable", says).status());
        } else {
            write(code, json::writeTo);
        }
    }

    /// Answers with an object whose last field is a list, item by item.
    public void list(
            Json.Obj head, String name, List<Json.Obj> items, UnaryOperator<Json.Obj> shown)
            throws IOException {
        if (yaml) {
            json(200, Trees.with(head, Trees.array(items.stream().map(shown).toList()), name));
            return;
        }
        write(
                200,
                out -> {
                    var text = head.line();
                    out.append(text, 0, text.length() - 1);
                    out.append(text.length() > 2 ? ",\"" : "\"").append(name).append("\":[");
                    var separator = "";
                    for (var item : items) {
                        out.append(separator);
                        shown.apply(item).writeTo(out);
                        separator = ",";
                    }
                    out.append("]}");
                });
    }

    /// Writes a text.
    private interface Writing {
        void to(Writer out) throws IOException;
    }

    private void write(int code, Writing writing) throws IOException {
        try (var _ = connection.within(WHOLE)) {
            var whole = new Whole(code);
            var out = new OutputStreamWriter(whole, StandardCharsets.UTF_8);
            writing.to(out);
            out.flush();
            whole.end();
        }
    }

    /// A JSON answer of which a small piece is held at a time: a short one gets its length, a long
    /// one is sent in chunks.
    private final class Whole extends OutputStream {
        private final int code;
        private final ByteArrayOutputStream held = new ByteArrayOutputStream();
        private Optional<OutputStream> chunks = Optional.empty();
        private long dropped;

        Whole(int code) {
            this.code = code;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            held.write(data, offset, length);
            if (held.size() >= PIECE) {
                send();
            }
        }

        private void send() throws IOException {
            if (headOnly) {
                dropped += held.size();
            } else {
                if (chunks.isEmpty()) {
                    chunks = Optional.of(stream(code, JSON));
                }
                chunks.get().write(held.toByteArray(), 0, held.size());
            }
            held.reset();
        }

        void end() throws IOException {
            if (chunks.isEmpty()) {
                bytes(code, JSON, held.toByteArray(), dropped + held.size());
            } else {
                send();
                chunks.get().close();
            }
        }
    }

    public void text(int code, String type, String text) throws IOException {
        bytes(code, type, text.getBytes(StandardCharsets.UTF_8));
    }

    public void bytes(int code, String type, byte[] body) throws IOException {
        bytes(code, type, body, body.length);
    }

    private void bytes(int code, String type, byte[] body, long length) throws IOException {
        header("Content-Type", type);
        header("Content-Length", String.valueOf(length));
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
    public boolean isBegun() {
        return begun;
    }

    /// Begins an answer of unknown length. What is written is sent at once.
    public OutputStream stream(String type) throws IOException {
        return stream(200, type);
    }

    private OutputStream stream(int code, String type) throws IOException {
        header("Content-Type", type);
        header("Transfer-Encoding", "chunked");
        if (!keepAlive) {
            header("Connection", "close");
        }
        try (var _ = connection.whileWriting(patient)) {
            begin(code);
            connection.out().flush();
        }
        return new Chunks();
    }

    /// Begins such an answer that ends by an interrupt when its client goes away.
    public OutputStream streamWhileHeard(String type) throws IOException {
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
            if (length > 0 && !headOnly) {
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
            if (!headOnly) {
                var end = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
                super.write(end, 0, end.length);
            }
        }
    }
}
