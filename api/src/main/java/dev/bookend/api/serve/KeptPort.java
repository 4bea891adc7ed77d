package dev.bookend.api.serve;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The port of the API, kept in a file so that clients find the next agent where the last one was.
///
/// @param file where it is kept
/// @param asked the port that the user wants; 0 if any will do
public record KeptPort(Path file, int asked) {
    private static final int MOST = 65535;

    /// Something that listens on a port; 0 is any that is free.
    public interface Start {
        LoopbackServer on(int port) throws IOException;
    }

    /// Listens where the last agent did, or on another port if that one is taken by now.
    public LoopbackServer start(Start start, Consumer<String> log) throws IOException {
        var port = asked > 0 ? asked : kept();
        var server = startOn(port, start, log);
        if (server.port() != port) {
            Credentials.writePrivate(file, server.port() + "\n");
        }
        return server;
    }

    private LoopbackServer startOn(int port, Start start, Consumer<String> log) throws IOException {
        try {
            return start.on(port);
        } catch (BindException taken) {
            if (asked > 0 || port == 0) {
                throw new IOException(
                        "port %d of 127.0.0.1 cannot be had (%s); name another with --port"
                                .formatted(port, taken.getMessage()),
                        taken);
            }
            var server = start.on(0);
            log.accept(
                    ("port %d, where the API was before, is taken by another program: the API is"
                                    + " on port %d now, and clients must read the kubeconfig again")
                            .formatted(port, server.port()));
            return server;
        }
    }

    private int kept() throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        var text = Files.readString(file).strip();
        var port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
        return port <= MOST ? port : 0;
    }
}
