package dev.bookend.runtime;

import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.Signal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One pod's containers in a runtime. Thread-safe; every call is idempotent for its attempt.
public interface PodSandbox extends AutoCloseable {
    /// The attempts that an earlier agent left behind. The listener hears of their exits, past and
    /// future, only after [#listen] was called, so that a journal can be replayed first.
    List<Found> found();

    /// Lets the listener hear. Called once, after recovery.
    void listen();

    /// Makes an attempt ready, so that its start costs one message. May be called long before.
    void prepare(ContainerRequest request) throws RuntimeFailure;

    /// Starts a prepared attempt and returns when its program runs; an attempt that was started
    /// already answers with its first start.
    Started start(Attempt attempt) throws RuntimeFailure;

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

    /// Removes the pod's place with all that is in it. Nothing may be running any more.
    void remove();

    /// Lets go; the containers live on.
    @Override
    void close();
}
