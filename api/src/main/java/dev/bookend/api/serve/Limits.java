package dev.bookend.api.serve;

import java.time.Duration;

/// How long a client may take for what, and how many there may be.
///
/// @param idle between two requests
/// @param head for the first line and the headers of a request
/// @param write for reading one piece of an answer
/// @param pause for reading on in a log or in a command's output, which a person may page through
public record Limits(
        int connections,
        Duration handshake,
        Duration idle,
        Duration head,
        Duration body,
        Duration write,
        Duration pause) {
    public static final Limits STANDARD =
            new Limits(
                    256,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(120),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(30),
                    Duration.ofHours(1));
}
