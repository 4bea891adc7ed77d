package dev.bookend.api.client;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.runtime.TerminalSize;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/// A client's side of a command in a container.
public final class ExecCall implements WebSocket.Listener {
    private static final int INPUT = 0;
    private static final int OUTPUT = 1;
    private static final int ERRORS = 2;
    private static final int RESULT = 3;
    private static final int RESIZE = 4;
    private static final int CLOSE = 255;
    private static final int CHUNK = 16 * 1024;
    private static final long CONNECT_SECONDS = 30;

    private final Streams streams;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private final ReentrantLock sending = new ReentrantLock();
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();

    /// Where the command's streams come from and go to.
    ///
    /// @param sizes those of the user's terminal, as it is now and as it changes
    public record Streams(
            InputStream in,
            OutputStream out,
            OutputStream err,
            BlockingQueue<TerminalSize> sizes) {}

    private ExecCall(Streams streams) {
        this.streams = streams;
    }

    /// Runs the command to its end and gives its exit code.
    ///
    /// @param input whether the input is handed on
    public static int run(ApiClient client, String path, Streams streams, boolean input)
            throws ApiError, IOException, InterruptedException {
        var call = new ExecCall(streams);
        try {
            var socket = client.open(path, call).get(CONNECT_SECONDS, TimeUnit.SECONDS);
            Thread.ofVirtual().name("exec-sizes").start(() -> call.resize(socket));
            if (input) {
                Thread.ofPlatform().daemon().name("exec-input").start(() -> call.feed(socket));
            }
            return call.exit.get();
        } catch (TimeoutException _) {
            throw new IOException("the server did not answer within 30 s");
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof WebSocketHandshakeException) {
                client.stream("GET", path).close();
            }
            if (failure.getCause() instanceof UncheckedIOException own) {
                throw own.getCause();
            }
            throw new IOException(String.valueOf(failure.getCause()), failure);
        }
    }

    private void feed(WebSocket socket) {
        var bytes = new byte[CHUNK];
        try {
            for (var n = streams.in().read(bytes); n >= 0; n = streams.in().read(bytes)) {
                send(socket, INPUT, ByteBuffer.wrap(bytes, 0, n));
            }
            send(socket, CLOSE, ByteBuffer.wrap(new byte[] {INPUT}));
        } catch (IOException | RuntimeException _) {
            // The command has ended, or nobody types any more.
        }
    }

    private void resize(WebSocket socket) {
        try {
            while (!exit.isDone()) {
                var size = streams.sizes().take();
                var json =
                        Json.object()
                                .put("Width", size.columns())
                                .put("Height", size.rows())
                                .done();
                send(socket, RESIZE, ByteBuffer.wrap(json.line().getBytes(StandardCharsets.UTF_8)));
            }
        } catch (InterruptedException | RuntimeException _) {
            // The command has ended.
        }
    }

    /// One at a time, as the socket demands it.
    private void send(WebSocket socket, int channel, ByteBuffer data) {
        var frame = ByteBuffer.allocate(data.remaining() + 1).put((byte) channel).put(data).flip();
        sending.lock();
        try {
            socket.sendBinary(frame, true).join();
        } finally {
            sending.unlock();
        }
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        var bytes = new byte[data.remaining()];
        data.get(bytes);
        message.writeBytes(bytes);
        if (last) {
            take(message.toByteArray());
            message.reset();
        }
        socket.request(1);
        return CompletableFuture.completedStage(null);
    }

    private void take(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        try {
            switch (bytes[0]) {
                case OUTPUT -> write(streams.out(), bytes);
                case ERRORS -> write(streams.err(), bytes);
                case RESULT -> exit.complete(code(bytes));
                default -> {}
            }
        } catch (IOException failure) {
            exit.completeExceptionally(new UncheckedIOException(failure));
        }
    }

    private static void write(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes, 1, bytes.length - 1);
        out.flush();
    }

    private int code(byte[] bytes) throws IOException {
        var text = new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
        var status = JsonRead.of(text) instanceof JsonRead.Value(var json) ? json : Trees.EMPTY;
        if (Trees.text(status, "status").equals("Success")) {
            return 0;
        }
        var code =
                Trees.items(status, "details", "causes").stream()
                        .filter(it -> Trees.text(it, "reason").equals("ExitCode"))
                        .map(ExecCall::number)
                        .findFirst();
        if (code.isEmpty()) {
            var says = Trees.text(status, "message") + "\n";
            streams.err().write(says.getBytes(StandardCharsets.UTF_8));
        }
        return code.orElse(1);
    }

    private static int number(Json cause) {
        var text = Trees.text(cause, "message");
        return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 1;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        exit.completeExceptionally(new IOException("the server ended the connection"));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        exit.completeExceptionally(error);
    }
}
