package dev.bookend.agent.opening;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.journal.JournalHeader;
import dev.bookend.agent.journal.JournalRotation;
import dev.bookend.agent.journal.JournalSnapshot;
import dev.bookend.agent.state.Machine;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Gives a life whose records are lost a journal from which it can be ended: in the order of its
/// manifest if one is left, else all containers at once.
///
/// Called by the owner of the pod's lock.
public record PodRemains(AgentPlace place, PodClaim claim, PodDirectory directory) {
    /// Says what was lost.
    ///
    /// @param grace what shortens the pod's own grace
    public String salvage(String damage, Optional<Duration> grace) throws IOException {
        var found = found();
        var manifest = manifest(found);
        var charge = manifest.orElseGet(() -> unordered(found));
        var now = place.time().instant();
        var pod = new PodSalvage(charge.plan(), found, now).terminating(grace);
        var header =
                new JournalHeader(claim.uid(), Machine.boot(), charge.digest(), Optional.empty());
        PodDirectory.replace(directory.manifest(), charge.source());
        PodDirectory.replace(directory.uid(), claim.uid());
        makeWay();
        JournalRotation.of(directory.journal())
                .replace(".damaged", header, new JournalSnapshot(pod, Map.of(), 0))
                .close();
        return "pod %s: %s; ".formatted(claim.name(), damage) + lost(manifest.isPresent());
    }

    /// Only a file can be replaced at once; whatever else has a journal's name is put aside.
    private void makeWay() throws IOException {
        if (Files.isDirectory(directory.journal(), LinkOption.NOFOLLOW_LINKS)) {
            PodDirectory.remove(directory.damagedJournal());
            Files.move(directory.journal(), directory.damagedJournal());
        }
    }

    private String lost(boolean ordered) {
        return ordered
                ? "what it recorded of restarts, exit codes and hooks is lost, and the pod is ended"
                        + " as its runtime reports it; the damaged journal is kept as "
                        + directory.damagedJournal()
                : "no manifest is left that says its order: its containers are stopped side by"
                        + " side, without hooks, within their grace";
    }

    private List<Found> found() throws IOException {
        try (var sandbox = place.runtime().open(claim.sandbox(), (_, _, _) -> {})) {
            return sandbox.found();
        } catch (RuntimeFailure failure) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    private Optional<PodCharge> manifest(List<Found> found) {
        return kept().filter(it -> isOf(it, claim.name(), found))
                .or(() -> claim.charge().filter(it -> isOf(it, claim.name(), found)));
    }

    private Optional<PodCharge> kept() {
        try {
            return PodCharge.resume(Files.readString(directory.manifest()), Optional.empty());
        } catch (IOException | RuntimeException _) {
            // Whatever stands there is not what the pod began by.
            return Optional.empty();
        }
    }

    /// A manifest that knows nothing of a container that runs is not the one it was started by.
    private static boolean isOf(PodCharge charge, PodName name, List<Found> found) {
        return charge.name().equals(name)
                && running(found).stream()
                        .allMatch(
                                it ->
                                        charge.plan().containers().keySet().stream()
                                                .anyMatch(known -> known.text().equals(it)));
    }

    private static List<String> running(List<Found> found) {
        return found.stream()
                .filter(Found.Running.class::isInstance)
                .map(it -> it.attempt().container().text())
                .distinct()
                .sorted()
                .toList();
    }

    private PodCharge unordered(List<Found> found) {
        var names = running(found).isEmpty() ? List.of("lost") : running(found);
        var containers =
                names.stream()
                        .map(it -> Json.object().put("name", it).put("command", List.of("true")))
                        .map(it -> it.done().line())
                        .collect(Collectors.joining(",", "[", "]"));
        var source =
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"%s\","
                                .formatted(claim.name().namespace())
                        + "\"name\":\"%s\"},\"spec\":{\"restartPolicy\":\"Never\","
                                .formatted(claim.name().name())
                        + "\"containers\":%s}}".formatted(containers);
        return PodCharge.resume(source, Optional.empty())
                .orElseThrow(() -> new IllegalStateException("no pod in " + source));
    }
}
