package dev.bookend.runtime.process.shim;

import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.ExecResult;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.RuntimeFailure.Kind;
import dev.bookend.runtime.process.wire.Fields;
import dev.bookend.runtime.process.wire.Frame;
import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.Refused;
import dev.bookend.runtime.process.wire.ShimSocket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A command in a container, over a connection of its own.
public final class ShimExec implements ExecSession {
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(10);
    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(10);

    private final ExecRequest request;
    private final Shim shim;
    private final ShimSocket socket;
    private final ExecTail tail = new ExecTail();
    private final ExecStream stdout = new ExecStream();
    private final ExecStream stderr = new ExecStream();
    private final CompletableFuture<ExecResult> result = new CompletableFuture<>();

    private ShimExec(ExecRequest request, Shim shim, ShimSocket socket) {
        this.request = request;
        this.shim = shim;
        this.socket = socket;
    }

    public static ShimExec begin(Shim shim, ExecRequest request) throws IOException {
        if (!shim.admits(request)) throw Refused.busy();
        try {
            var exec = new ShimExec(request, shim, started(shim, request));
            Thread.ofVirtual().name("exec " + request.id()).start(exec::listen);
            return exec;
        } catch (IOException e) {
            shim.leaves(request);
            throw e;
        }
    }

    private static ShimSocket started(Shim shim, ExecRequest request) throws IOException {
        var socket = shim.connect();
        try {
            socket.ask(FrameType.EXEC, fields(request), BEGIN_LIMIT, shim.watchdog());
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static Fields fields(ExecRequest request) {
        var fields = Fields.of("id", request.id());
        request.command().forEach(word -> fields.with("arg", word));
        request.terminal()
                .ifPresent(
                        size ->
                                fields.withFlag("tty", true)
                                        .with("rows", size.rows())
                                        .with("columns", size.columns()));
        return fields.withFlag("input", request.stdin());
    }

    private void listen() {
        try {
            while (!result.isDone()) take(socket.receive());
        } catch (IOException e) {
            result.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stdout.end();
            stderr.end();
            socket.close();
            shim.leaves(request);
        }
    }

    private void take(Frame frame) throws InterruptedException {
        switch (frame.type()) {
            case OUTPUT -> {
                tail.add(frame.payload());
                stdout.put(frame.payload());
            }
            case ERRORS -> {
                tail.add(frame.payload());
                stderr.put(frame.payload());
            }
            case EXEC_TAIL -> tail.add(frame.payload());
            case EXEC_EXITED -> {
                var code = Integer.parseInt(frame.fields().getOrDefault("code", "0"));
                result.complete(new ExecResult(code, tail.text()));
            }
            default -> {}
        }
    }

    @Override
    public OutputStream stdin() {
        return new ExecInput(socket);
    }

    @Override
    public InputStream stdout() {
        return stdout.want();
    }

    @Override
    public InputStream stderr() {
        return stderr.want();
    }

    @Override
    public void resize(int columns, int rows) throws RuntimeFailure {
        try {
            var fields = Fields.of("columns", columns).with("rows", rows);
            socket.send(FrameType.RESIZE, fields.payload());
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /// A stream that nobody asked for is read here and dropped, its tail excepted.
    @Override
    public Optional<ExecResult> await(Duration limit) throws RuntimeFailure, InterruptedException {
        stdout.dropUnlessWanted();
        stderr.dropUnlessWanted();
        try {
            return Optional.of(result.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    @Override
    public void cancel() throws RuntimeFailure {
        try {
            shim.ask(FrameType.CANCEL, Fields.of("id", request.id()), CANCEL_LIMIT);
        } catch (IOException e) {
            if (!result.isDone()) throw failure(e);
        }
    }

    private RuntimeFailure failure(Exception cause) {
        return new RuntimeFailure(
                Kind.NOT_RUNNING,
                "command %s: its container ended, or its shim was lost".formatted(request.id()),
                cause);
    }

    @Override
    public void close() {
        socket.close();
    }
}
