package dev.bookend.runtime.process.shim;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.Started;
import dev.bookend.runtime.process.place.PodPlace;
import dev.bookend.runtime.process.place.ShimProcess;
import dev.bookend.runtime.process.place.ShimRecord;
import dev.bookend.runtime.process.wire.Fields;
import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.Refused;
import dev.bookend.runtime.process.wire.ShimSocket;
import dev.bookend.runtime.process.wire.Unanswered;
import dev.bookend.runtime.process.wire.Watchdog;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// One attempt's shim, as the agent sees it: a connection to ask on and one to hear on.
public final class Shim implements Closeable {
    private static final int KILLED = 137;
    private static final int TRIES = 300;
    private static final Duration KILL_LIMIT = Duration.ofSeconds(1);
    private static final Duration LAST_KILL_LIMIT = Duration.ofSeconds(4);

    /// An older shim has 32 places for all, hooks and probes included.
    private static final int USERS_COMMANDS = 24;

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    private final PodPlace place;
    private final Attempt attempt;
    private final Watchdog watchdog;
    private final Semaphore users = new Semaphore(USERS_COMMANDS);
    private final ReentrantLock connecting = new ReentrantLock();
    private ShimSocket commands;
    private final ShimSocket events;
    private final RuntimeId id;
    private final CompletableFuture<Started> start = new CompletableFuture<>();
    private volatile boolean closed;

    private Shim(
            PodPlace place,
            Attempt attempt,
            Watchdog watchdog,
            ShimSocket commands,
            ShimSocket events) {
        this.place = place;
        this.attempt = attempt;
        this.watchdog = watchdog;
        this.commands = commands;
        this.events = events;
        id = place.id(attempt);
    }

    public static Shim connect(PodPlace place, Attempt attempt, Watchdog watchdog)
            throws IOException {
        var commands = ShimSocket.connect(place.socket(attempt), watchdog);
        try {
            var events = ShimSocket.connect(place.socket(attempt), watchdog);
            return new Shim(place, attempt, watchdog, commands, events);
        } catch (IOException e) {
            commands.close();
            throw e;
        }
    }

    public Attempt attempt() {
        return attempt;
    }

    /// Every request may be repeated, so a connection that the shim gave to somebody else costs a
    /// second try.
    public Map<String, String> ask(FrameType type, Fields fields, Duration limit)
            throws IOException {
        try {
            return commands().ask(type, fields, limit, watchdog).fields();
        } catch (Refused | Unanswered e) {
            throw e;
        } catch (IOException e) {
            if (closed) throw e;
            commands().close();
            return commands().ask(type, fields, limit, watchdog).fields();
        }
    }

    /// The connection for requests; a new one where the last was given up.
    private ShimSocket commands() throws IOException {
        connecting.lock();
        try {
            if (!closed && !commands.isOpen()) commands = connect();
            return commands;
        } finally {
            connecting.unlock();
        }
    }

    public ShimSocket connect() throws IOException {
        return ShimSocket.connect(place.socket(attempt), watchdog);
    }

    /// Kills over a connection of its own, as another request may wait for its answer. A shim that
    /// was stopped, or does not answer for long, is ended itself, and the container with it.
    public void kill() throws IOException {
        try {
            kill(KILL_LIMIT);
        } catch (Unanswered _) {
            var process = ShimProcess.at(place.socket(attempt));
            if (process.isPresent() && process.get().isStopped()) process.get().end();
            else killAtLast();
        }
    }

    private void killAtLast() throws IOException {
        try {
            kill(LAST_KILL_LIMIT);
        } catch (Unanswered _) {
            ShimProcess.at(place.socket(attempt)).ifPresent(ShimProcess::end);
        }
    }

    private void kill(Duration limit) throws IOException {
        var own = connect();
        try {
            own.ask(FrameType.KILL, new Fields(), limit, watchdog);
        } finally {
            own.close();
        }
    }

    Watchdog watchdog() {
        return watchdog;
    }

    /// A place for a command; false if users have as many as they may.
    boolean admits(ExecRequest request) {
        return !request.isUsers() || users.tryAcquire();
    }

    void leaves(ExecRequest request) {
        if (request.isUsers()) users.release();
    }

    /// Orders the start. The answer comes on the connection that tells of the end, so that it is
    /// heard before that.
    public CompletableFuture<Started> begin(Duration limit) {
        var alarm = watchdog.after(limit, () -> start.completeExceptionally(new Unanswered(limit)));
        var _ = start.whenComplete((_, _) -> alarm.cancel(false));
        order(FrameType.START);
        return start;
    }

    /// Asks to hear of the end. Called before anything is ordered that could bring it about.
    public void watch() {
        order(FrameType.WATCH);
    }

    private void order(FrameType type) {
        try {
            events.send(type, new Fields().payload());
        } catch (IOException _) {
            // Whoever awaits the end finds out what became of the shim.
        }
    }

    public Started started(Map<String, String> fields) {
        return new Started(id, ShimRecord.instant(fields.getOrDefault("started", "0")));
    }

    /// Waits for the end of the attempt, or of this connection to it; empty if its program never
    /// ran, or if this side has let go.
    public Optional<Found.Ended> awaitEnd() {
        try {
            var frame = events.receive();
            while (frame.type() != FrameType.EXITED) {
                if (frame.type() == FrameType.STARTED) start.complete(started(frame.fields()));
                frame = events.receive();
            }
            return Optional.of(told(frame.fields()));
        } catch (IOException failure) {
            return unsaid(failure);
        }
    }

    private Found.Ended told(Map<String, String> fields) {
        var at = ShimRecord.instant(fields.getOrDefault("exited", "0"));
        return new Found.Ended(attempt, started(fields), exit(place, attempt, fields), at);
    }

    /// Whatever the shim could not say itself is in the record.
    private Optional<Found.Ended> unsaid(IOException failure) {
        // Where no further file can be opened, this makes room for reading it.
        events.close();
        var end = closed ? Optional.<Found.Ended>empty() : recordedEnd(place, attempt);
        end.ifPresent(ended -> start.complete(ended.started()));
        start.completeExceptionally(failure);
        return end;
    }

    /// What the record says of an attempt whose shim is no more.
    public static Optional<Found.Ended> recordedEnd(PodPlace place, Attempt attempt) {
        try {
            return read(place, attempt)
                    .filter(record -> record.ended() ? record.ran() : record.started())
                    .map(record -> ended(place, attempt, record));
        } catch (IOException _) {
            return Optional.of(lost(place, attempt, Instant.now()));
        }
    }

    /// An agent out of files waits for one: the exit code is there, and must not be lost.
    private static Optional<ShimRecord> read(PodPlace place, Attempt attempt) throws IOException {
        for (var left = TRIES; left > 1; left--) {
            try {
                return ShimRecord.read(place.attempt(attempt));
            } catch (IOException e) {
                if (!Failures.isOutOfFiles(e)) throw e;
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
        }
        return ShimRecord.read(place.attempt(attempt));
    }

    private static Found.Ended ended(PodPlace place, Attempt attempt, ShimRecord record) {
        if (!record.ended()) return lost(place, attempt, record.startedAt());
        var started = new Started(place.id(attempt), record.startedAt());
        var at = ShimRecord.instant(record.exit().getOrDefault("at", "0"));
        return new Found.Ended(attempt, started, exit(place, attempt, record.exit()), at);
    }

    private static Exit exit(PodPlace place, Attempt attempt, Map<String, String> fields) {
        var code = Integer.parseInt(fields.getOrDefault("code", "0"));
        var exit =
                "1".equals(fields.get("out-of-memory"))
                        ? new Exit(code, ExitReason.OOM_KILLED)
                        : Exit.of(code);
        return exit.with(place.lastWords(attempt));
    }

    private static Found.Ended lost(PodPlace place, Attempt attempt, Instant startedAt) {
        var exit = new Exit(KILLED, ExitReason.SHIM_LOST);
        var started = new Started(place.id(attempt), startedAt);
        return new Found.Ended(attempt, started, exit, Instant.now());
    }

    @Override
    public void close() {
        closed = true;
        connecting.lock();
        try {
            commands.close();
        } finally {
            connecting.unlock();
        }
        events.close();
    }
}
