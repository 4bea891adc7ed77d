package dev.bookend.api.endpoint;

import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.WebSocket;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.TerminalSize;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Hands on what a client sends to its command. It listens before the command runs, because the
/// command must find its terminal at the client's size, and what is typed before that must neither
/// hide the size nor be lost.
final class ExecListener {
    private static final int INPUT = 0;
    private static final int RESIZE = 4;
    private static final int CLOSE = 255;
    private static final int WAITING_INPUTS = 16;

    private final WebSocket socket;
    private final BlockingQueue<ByteBuffer> inputs = new ArrayBlockingQueue<>(WAITING_INPUTS);
    private final CompletableFuture<Optional<TerminalSize>> first = new CompletableFuture<>();
    private final CompletableFuture<ExecSession> session = new CompletableFuture<>();
    private final Thread thread;

    private ExecListener(WebSocket socket) {
        this.socket = socket;
        thread = Thread.ofVirtual().name("exec-input").unstarted(this::listen);
    }

    static ExecListener start(WebSocket socket) {
        var listener = new ExecListener(socket);
        listener.thread.start();
        return listener;
    }

    /// The size of the client's terminal, if it says so in time.
    Optional<TerminalSize> size(Duration limit) throws InterruptedException {
        try {
            return first.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            first.complete(Optional.empty());
            return first.join();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void begin(ExecSession begun) {
        session.complete(begun);
    }

    void giveUp(RuntimeFailure failure) {
        session.completeExceptionally(failure);
    }

    /// Waits until the client, having read all, closes the connection, or says nothing for so long.
    /// If we closed it first, the kernel would throw away what the client has not read yet as soon
    /// as another word of the client came.
    void awaitFarewell(Duration silence) throws InterruptedException {
        var rest = silence;
        while (rest.isPositive() && !thread.join(rest)) {
            rest = silence.minus(socket.silence());
        }
    }

    /// A client that is gone takes its command along.
    private void listen() {
        var feeder = Thread.ofVirtual().name("exec-feeder").start(this::feed);
        try {
            try {
                for (var message = socket.receive();
                        message.isPresent();
                        message = socket.receive()) {
                    take(message.get());
                }
            } catch (IOException | InterruptedException _) {
                // The client is gone.
            }
            first.complete(Optional.empty());
            session.join().cancel();
        } catch (RuntimeFailure | CompletionException _) {
            // The command has ended by itself, or never began.
        } finally {
            feeder.interrupt();
        }
    }

    private void feed() {
        try {
            try {
                var stdin = session.get().stdin();
                while (true) {
                    hand(inputs.take(), stdin);
                }
            } catch (IOException | ExecutionException _) {
                // The command takes no more, or never began.
                drop();
            }
        } catch (InterruptedException _) {
            // The client is gone.
        }
    }

    /// Who does not read what the client sends does not hear it go, either.
    private void drop() throws InterruptedException {
        while (true) {
            inputs.take();
        }
    }

    private static void hand(ByteBuffer message, OutputStream stdin) throws IOException {
        if ((message.get() & 0xff) == CLOSE) {
            stdin.close();
        } else {
            var bytes = new byte[message.remaining()];
            message.get(bytes);
            stdin.write(bytes);
        }
    }

    private void take(ByteBuffer message) throws RuntimeFailure, InterruptedException {
        if (!message.hasRemaining()) {
            return;
        }
        switch (message.get(message.position()) & 0xff) {
            case RESIZE -> resize(message.position(message.position() + 1));
            case INPUT, CLOSE -> inputs.put(message);
            default -> {}
        }
    }

    private void resize(ByteBuffer message) throws RuntimeFailure {
        var text = StandardCharsets.UTF_8.decode(message).toString();
        if (!(JsonRead.of(text) instanceof JsonRead.Value(Json json))) {
            return;
        }
        var columns = Trees.number(json, 0, "Width");
        var rows = Trees.number(json, 0, "Height");
        if (TerminalSize.isPossible(columns, rows)) {
            var size = new TerminalSize((int) columns, (int) rows);
            if (!first.complete(Optional.of(size))) {
                session.join().resize(size.columns(), size.rows());
            }
        }
    }
}
