package dev.bookend.agent.container;

import dev.bookend.runtime.ExecResult;
import dev.bookend.runtime.ExecSession;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A command in a container that lives in memory.
final class MemoryExec implements ExecSession {
    private final CompletableFuture<ExecResult> result;

    MemoryExec(CompletableFuture<ExecResult> result) {
        this.result = result;
    }

    @Override
    public OutputStream stdin() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream stdout() {
        return InputStream.nullInputStream();
    }

    @Override
    public InputStream stderr() {
        return InputStream.nullInputStream();
    }

    @Override
    public void resize(int columns, int rows) {}

    @Override
    public Optional<ExecResult> await(Duration limit) throws InterruptedException {
        try {
            return Optional.of(result.get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void cancel() {
        result.complete(new ExecResult(137, ""));
    }

    @Override
    public void close() {}
}
