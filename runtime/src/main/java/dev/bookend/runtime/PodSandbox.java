package dev.bookend.runtime;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Signal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// One pod's containers in a runtime. Thread-safe; every call is idempotent for its attempt. No
/// call hangs: a runtime that gets no answer fails within two minutes.
public interface PodSandbox extends AutoCloseable {
    /// The attempts that an earlier agent left behind. The listener hears of their exits, past and
    /// future, only after [#listen] was called, so that a journal can be replayed first.
    List<Found> found();

    /// Lets the listener hear. Called once, after recovery.
    void listen();

    /// Makes an attempt ready, so that its start costs one message. May be called long before.
    void prepare(ContainerRequest request) throws RuntimeFailure;

    /// Orders the start of a prepared attempt, without waiting for it: the answer comes when its
    /// program runs, and before the listener hears of its exit, or it is a [RuntimeFailure]. An
    /// attempt that was started already answers with its first start.
    CompletableFuture<Started> begin(Attempt attempt);

    /// Orders the start and waits for it.
    default Started start(Attempt attempt) throws RuntimeFailure {
        try {
            return begin(attempt).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeFailure failure) throw failure;
            throw failed;
        }
    }

    /// Sends a signal to the attempt's main process; SIGKILL ends all its processes, and takes back
    /// an attempt that was only prepared. An attempt that has ended is left alone.
    void signal(Attempt attempt, Signal signal) throws RuntimeFailure;

    /// Runs a command inside the container. Returns when the command runs. A command whose id runs
    /// already, or has ended, is taken over and not run again.
    ExecSession exec(Attempt attempt, ExecRequest request) throws RuntimeFailure;

    /// The attempt's output in the CRI log format, if there is a file of it.
    Optional<Path> log(Attempt attempt);

    /// Drops all that is kept of an attempt that has ended, its log excepted.
    void forget(Attempt attempt);

    /// Drops all that is kept of a pod that has ended, its logs excepted, and takes back what was
    /// prepared and will not be started. What cannot be dropped now goes with [#remove].
    void retire();

    /// Removes the pod's place with all that is in it. Nothing may be running any more.
    void remove();

    /// Lets go; the containers live on.
    @Override
    void close();
}
