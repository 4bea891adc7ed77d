package dev.bookend.api.serve;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads HTTP/1.1 requests from a connection, with a limit on everything.
final class RequestReader {
    /// What Kubernetes takes at most.
    static final int MOST_BODY = 3 * 1024 * 1024;

    private static final int MOST_HEAD = 64 * 1024;
    private static final int LONGEST_SIZE = 8;

    private final InputStream in;
    private int head;

    RequestReader(InputStream in) {
        this.in = in;
    }

    /// Reads the first line and the headers; empty if the client is gone.
    ///
    /// @param begun called with the first byte
    Optional<HttpRequest> read(Runnable begun) throws IOException, HttpProblem {
        head = 0;
        var first = line(begun);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        var words = first.get().split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.") || !words[1].startsWith("/")) {
            throw new HttpProblem(400, "this is no HTTP/1.1 request");
        }
        return Optional.of(HttpRequest.of(words[0], words[1], headers()));
    }

    private Headers headers() throws IOException, HttpProblem {
        var headers = new Headers();
        while (true) {
            var text = line(() -> {}).orElseThrow(EOFException::new);
            if (text.isEmpty()) {
                return headers;
            }
            var colon = text.indexOf(':');
            if (colon <= 0 || text.charAt(0) == ' ') {
                throw new HttpProblem(400, "a header line has no name");
            }
            headers.add(text.substring(0, colon), text.substring(colon + 1).strip());
        }
    }

    /// A line without its end; empty if the connection ended before it.
    private Optional<String> line(Runnable begun) throws IOException, HttpProblem {
        var text = new ByteArrayOutputStream();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return Optional.empty();
            }
            if (head++ == 0) {
                begun.run();
            }
            if (head > MOST_HEAD) {
                throw new HttpProblem(431, "the headers are larger than 64 KiB");
            }
            text.write(next);
        }
        var line = text.toString(StandardCharsets.UTF_8);
        return Optional.of(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }

    /// Whether a body follows.
    static boolean hasBody(HttpRequest request) {
        return isChunked(request)
                || !request.headers().first("Content-Length").orElse("0").equals("0");
    }

    static boolean isChunked(HttpRequest request) {
        return request.headers().has("Transfer-Encoding", "chunked");
    }

    /// The size of the body as announced; chunked ones may be as large as may be.
    static int announced(HttpRequest request) throws HttpProblem {
        if (isChunked(request)) {
            return MOST_BODY;
        }
        var text = request.headers().first("Content-Length").orElse("0");
        if (!text.matches("[0-9]{1,18}")) {
            throw new HttpProblem(400, "Content-Length is no number");
        }
        if (Long.parseLong(text) > MOST_BODY) {
            throw tooLarge();
        }
        return Integer.parseInt(text);
    }

    byte[] body(HttpRequest request) throws IOException, HttpProblem {
        if (isChunked(request)) {
            return chunked();
        }
        var size = announced(request);
        var body = in.readNBytes(size);
        if (body.length < size) {
            throw new EOFException();
        }
        return body;
    }

    private byte[] chunked() throws IOException, HttpProblem {
        var body = new ByteArrayOutputStream();
        for (var size = size(); size > 0; size = size()) {
            if (body.size() + size > MOST_BODY) {
                throw tooLarge();
            }
            body.write(in.readNBytes(size));
            line(() -> {});
        }
        headers();
        return body.toByteArray();
    }

    private int size() throws IOException, HttpProblem {
        head = 0;
        var text = line(() -> {}).orElseThrow(EOFException::new).split(";", 2)[0].strip();
        if (text.isEmpty() || text.length() > LONGEST_SIZE) {
            throw new HttpProblem(400, "a chunk has no size");
        }
        try {
            var size = Long.parseLong(text, 16);
            if (size > MOST_BODY) {
                throw tooLarge();
            }
            return (int) size;
        } catch (NumberFormatException _) {
            throw new HttpProblem(400, "a chunk's size is no number");
        }
    }

    private static HttpProblem tooLarge() {
        return new HttpProblem(413, "the body is larger than 3 MiB");
    }
}
