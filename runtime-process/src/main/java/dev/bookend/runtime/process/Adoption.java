package dev.bookend.runtime.process;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.Started;
import dev.bookend.runtime.process.place.PodPlace;
import dev.bookend.runtime.process.place.ShimProcess;
import dev.bookend.runtime.process.place.ShimRecord;
import dev.bookend.runtime.process.shim.Shim;
import dev.bookend.runtime.process.wire.Fields;
import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.Unanswered;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Finds what an earlier agent has left: attempts that run, that have ended, or that never began.
final class Adoption {
    private static final Duration SHORT_LIMIT = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int KILLED = 137;

    private final Machine machine;
    private final PodPlace place;
    private final Consumer<Shim> adopt;

    Adoption(Machine machine, PodPlace place, Consumer<Shim> adopt) {
        this.machine = machine;
        this.place = place;
        this.adopt = adopt;
    }

    List<Found> findAll() throws IOException {
        var found = new ArrayList<Found>();
        for (var attempt : machine.attempts(place)) find(attempt).ifPresent(found::add);
        return List.copyOf(found);
    }

    /// Identity is pod, container, attempt and boot, and a socket that only this user could bind;
    /// never a process id.
    private Optional<Found> find(Attempt attempt) throws IOException {
        var record = ShimRecord.read(place.attempt(attempt));
        // A shim that lives knows more than a record that was damaged.
        if (record.isEmpty()) {
            var unrecorded = living(attempt, record);
            return unrecorded.isPresent() ? unrecorded : dropped(attempt);
        }
        if (!record.get().ended() && !record.get().ofThisBoot(machine.bootId())) {
            return beforeTheReboot(attempt, record.get());
        }
        var living = living(attempt, record);
        return living.isPresent() ? living : over(attempt);
    }

    private Optional<Found> living(Attempt attempt, Optional<ShimRecord> record) {
        try {
            var shim = Shim.connect(place, attempt, machine.watchdog());
            try {
                return adopted(shim, state(shim));
            } catch (Unanswered _) {
                return silent(shim, record);
            } catch (IOException e) {
                shim.close();
                throw e;
            }
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private Map<String, String> state(Shim shim) throws IOException {
        try {
            return shim.ask(FrameType.STATUS, new Fields(), SHORT_LIMIT);
        } catch (Unanswered e) {
            var process = ShimProcess.at(place.socket(shim.attempt()));
            if (process.map(ShimProcess::isStopped).orElse(true)) throw e;
            return shim.ask(FrameType.STATUS, new Fields(), LIMIT);
        }
    }

    /// A shim that somebody has stopped has a container all the same: it is what its record says,
    /// can be killed, and is heard again when somebody lets the shim go on.
    private Optional<Found> silent(Shim shim, Optional<ShimRecord> record) {
        if (record.filter(it -> !it.started() || it.ended()).isPresent()) {
            shim.close();
            place.clear(shim.attempt());
            return Optional.empty();
        }
        adopt.accept(shim);
        var since = record.map(ShimRecord::startedAt).orElseGet(Instant::now);
        var started = new Started(place.id(shim.attempt()), since);
        return Optional.of(new Found.Running(shim.attempt(), started));
    }

    private Optional<Found> adopted(Shim shim, Map<String, String> state) throws IOException {
        var attempt = shim.attempt();
        if (!isOurs(attempt, state)) throw new IOException("another pod's shim");
        var found =
                switch (state.getOrDefault("state", "")) {
                    case "preparing", "prepared" -> new Found.Prepared(attempt);
                    case "starting", "running" -> new Found.Running(attempt, shim.started(state));
                    default -> throw new IOException("an attempt that has just ended");
                };
        adopt.accept(shim);
        return Optional.of(found);
    }

    private boolean isOurs(Attempt attempt, Map<String, String> state) {
        return place.uid().equals(state.get("pod"))
                && attempt.container().text().equals(state.get("container"))
                && Integer.toString(attempt.number()).equals(state.get("attempt"));
    }

    private Optional<Found> over(Attempt attempt) throws IOException {
        place.tidy(attempt);
        var end = Shim.recordedEnd(place, attempt);
        return end.isPresent() ? Optional.of(end.get()) : dropped(attempt);
    }

    private Optional<Found> beforeTheReboot(Attempt attempt, ShimRecord record) throws IOException {
        if (!record.started()) return dropped(attempt);
        var started = new Started(place.id(attempt), record.startedAt());
        var exit = new Exit(KILLED, ExitReason.SANDBOX_CHANGED);
        return Optional.of(new Found.Ended(attempt, started, exit, Instant.now()));
    }

    /// Nothing of it ever ran, so that it can be prepared anew.
    private Optional<Found> dropped(Attempt attempt) throws IOException {
        place.tidy(attempt);
        place.discard(attempt).ifPresent(machine.spawner()::removeLater);
        return Optional.empty();
    }
}
