package dev.bookend.runtime.process;

import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.Exit;
import dev.bookend.lifecycle.ExitReason;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.Started;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// One attempt's shim, as the agent sees it: a connection to ask on and one to hear on.
final class Shim implements Closeable {
    private static final int KILLED = 137;

    private final PodPlace place;
    private final Attempt attempt;
    private final Watchdog watchdog;
    private final ShimSocket commands;
    private final ShimSocket events;
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
    }

    static Shim connect(PodPlace place, Attempt attempt, Watchdog watchdog) throws IOException {
        var commands = ShimSocket.connect(place.socket(attempt));
        try {
            var events = ShimSocket.connect(place.socket(attempt));
            return new Shim(place, attempt, watchdog, commands, events);
        } catch (IOException e) {
            commands.close();
            throw e;
        }
    }

    Attempt attempt() {
        return attempt;
    }

    Map<String, String> ask(FrameType type, Fields fields, Duration limit) throws IOException {
        return commands.ask(type, fields, limit, watchdog).fields();
    }

    Started started(Map<String, String> fields) {
        var at = ShimRecord.instant(fields.getOrDefault("started", "0"));
        return new Started(place.id(attempt), at);
    }

    /// Waits for the end of the attempt, or of this connection to it; empty if its program never
    /// ran, or if this side has let go.
    Optional<Found.Ended> awaitEnd() {
        try {
            events.send(FrameType.WATCH, new Fields().payload());
            var frame = events.receive();
            while (frame.type() != FrameType.EXITED) frame = events.receive();
        } catch (IOException _) {
            // Whatever the shim could not say itself is in the record.
        }
        return closed ? Optional.empty() : recordedEnd(place, attempt);
    }

    /// What the record says of an attempt whose shim is no more.
    static Optional<Found.Ended> recordedEnd(PodPlace place, Attempt attempt) {
        try {
            return ShimRecord.read(place.attempt(attempt))
                    .filter(record -> record.ended() ? record.ran() : record.started())
                    .map(record -> ended(place, attempt, record));
        } catch (IOException _) {
            return Optional.of(lost(place, attempt, Instant.now()));
        }
    }

    private static Found.Ended ended(PodPlace place, Attempt attempt, ShimRecord record) {
        if (!record.ended()) return lost(place, attempt, record.startedAt());
        var started = new Started(place.id(attempt), record.startedAt());
        var code = Integer.parseInt(record.exit().getOrDefault("code", "0"));
        var at = ShimRecord.instant(record.exit().getOrDefault("at", "0"));
        return new Found.Ended(attempt, started, Exit.of(code), at);
    }

    private static Found.Ended lost(PodPlace place, Attempt attempt, Instant startedAt) {
        var exit = new Exit(KILLED, ExitReason.SHIM_LOST);
        var started = new Started(place.id(attempt), startedAt);
        return new Found.Ended(attempt, started, exit, Instant.now());
    }

    /// The shim has ended; an answer that it gave last is still taken, so that a start is told
    /// before its end.
    void finish() {
        commands.closeWhenAnswered();
        close();
    }

    @Override
    public void close() {
        closed = true;
        commands.close();
        events.close();
    }
}
