package dev.bookend.lifecycle.pod;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a hook or a probe does.
public sealed interface Handler {
    record Exec(List<String> command) implements Handler {
        public Exec {
            command = List.copyOf(command);
        }
    }

    record HttpGet(
            String scheme, Optional<String> host, PortRef port, String path, List<Header> headers)
            implements Handler {
        public HttpGet {
            headers = List.copyOf(headers);
        }
    }

    record TcpSocket(Optional<String> host, PortRef port) implements Handler {}

    record Grpc(int port, String service) implements Handler {}

    record Sleep(Duration length) implements Handler {}

    /// A header of an HTTP request.
    record Header(String name, String value) {}
}
