package dev.bookend.runtime.process;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.LivingPod;
import dev.bookend.runtime.process.place.PodPlace;
import dev.bookend.runtime.process.place.ShimRecord;
import dev.bookend.runtime.process.wire.Fields;
import dev.bookend.runtime.process.wire.FrameType;
import dev.bookend.runtime.process.wire.Refused;
import dev.bookend.runtime.process.wire.ShimSocket;
import dev.bookend.runtime.process.wire.Unanswered;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Looks which containers run, and touches nothing: only their shims are asked, whatever has become
/// of the records.
record Survey(Machine machine) {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    List<String> uids() throws IOException {
        var uids = new TreeSet<>(machine.unlisted().uids());
        uids.addAll(listed());
        return List.copyOf(uids);
    }

    private List<String> listed() throws IOException {
        try (var entries = Files.newDirectoryStream(machine.places().state().resolve("pods"))) {
            var names = new ArrayList<String>();
            entries.forEach(each -> names.add(String.valueOf(each.getFileName())));
            return names;
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    Optional<LivingPod> pod(String uid) throws IOException {
        var place = machine.places().pod(uid);
        var attempts = new ArrayList<Attempt>();
        for (var attempt : machine.attempts(place)) if (runs(place, attempt)) attempts.add(attempt);
        return attempts.isEmpty()
                ? Optional.empty()
                : Optional.of(new LivingPod(uid, name(place), attempts));
    }

    private static Optional<PodName> name(PodPlace place) {
        try {
            var words = Files.readString(place.name()).strip().split("/", -1);
            return words.length == 2
                    ? Optional.of(new PodName(words[0], words[1]))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private boolean runs(PodPlace place, Attempt attempt) {
        if (hasEnded(place, attempt)) return false;
        try (var shim = ShimSocket.connect(place.socket(attempt), machine.watchdog())) {
            return says(shim, place, attempt);
        } catch (Unanswered _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean hasEnded(PodPlace place, Attempt attempt) {
        try {
            return ShimRecord.read(place.attempt(attempt)).filter(ShimRecord::ended).isPresent();
        } catch (IOException _) {
            return false;
        }
    }

    /// A shim that is there and gives no answer holds a container that may well run.
    private boolean says(ShimSocket shim, PodPlace place, Attempt attempt) {
        try {
            var state =
                    shim.ask(FrameType.STATUS, new Fields(), LIMIT, machine.watchdog()).fields();
            return place.uid().equals(state.get("pod"))
                    && List.of("starting", "running").contains(state.getOrDefault("state", ""));
        } catch (Refused _) {
            return false;
        } catch (IOException _) {
            return Files.exists(place.socket(attempt));
        }
    }
}
