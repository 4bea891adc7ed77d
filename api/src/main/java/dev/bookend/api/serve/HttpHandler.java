package dev.bookend.api.serve;

import java.io.IOException;

/// Answers requests. Called on the connection's own virtual thread, for many connections at once.
public interface HttpHandler {
    /// Whether the request's body may be read; if not, the answer was given.
    boolean admit(HttpRequest request, Reply reply) throws IOException;

    void handle(HttpRequest request, byte[] body, Reply reply)
            throws IOException, InterruptedException;
}
