package dev.bookend.runtime;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/// A command that runs inside a container.
public interface ExecSession extends AutoCloseable {
    OutputStream stdin();

    InputStream stdout();

    InputStream stderr();

    void resize(int columns, int rows) throws RuntimeFailure;

    /// Waits for the end of the command; empty if the limit came first and it still runs.
    Optional<ExecResult> await(Duration limit) throws RuntimeFailure, InterruptedException;

    /// Kills the command and whatever it started in its process group.
    void cancel() throws RuntimeFailure;

    /// Lets go of the command, which runs on.
    @Override
    void close();
}
