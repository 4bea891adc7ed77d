package dev.bookend.api.recreate;

import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.Trees;
import dev.bookend.lifecycle.recreate.Abandonment;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateStatus.ContainerRecreateState;
import dev.bookend.lifecycle.recreate.RecreateStatus.Phase;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Lengths;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.recreate.RecreateObject;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Writes the end of ContainerRecreateRequests that no pod carries out any more into their objects,
/// and says when finished ones go.
final class RecreateEnd {
    /// How long a finished request outlives its pod, unless its ttl says otherwise (CRR-9).
    static final Duration AFTER_POD = Duration.ofMinutes(10);

    private static final String POD_GONE_SINCE = "bookend.dev/pod-gone-since";

    private RecreateEnd() {}

    /// The object as a completed one.
    static Json.Obj completed(
            Json.Obj object, RecreateRequest request, Abandonment why, Instant now) {
        var known =
                request.targets().stream()
                        .flatMap(it -> known(object, it.name()).stream())
                        .toList();
        return RecreateObject.with(object, why.completed(request, known, now));
    }

    private static Optional<ContainerRecreateState> known(Json object, ContainerName name) {
        return Trees.items(object, "status", "containerRecreateStates").stream()
                .filter(it -> Trees.text(it, "name").equals(name.text()))
                .findFirst()
                .map(
                        it ->
                                new ContainerRecreateState(
                                        name,
                                        Phase.ofWord(Trees.text(it, "phase")).orElse(Phase.PENDING),
                                        Trees.text(it, "message"),
                                        it.field("isKilled").flatMap(Json::flag).orElse(false)));
    }

    /// The object with the moment since which its pod is known to be gone.
    static Json.Obj podGone(Json.Obj object, Instant now) {
        return Trees.withDefault(
                object, Json.of(Ages.time(now)), "metadata", "annotations", POD_GONE_SINCE);
    }

    /// When a completed request is to be removed, if ever.
    static Optional<Instant> removeAt(Json object) {
        var ttl = object.at("spec", "ttlSecondsAfterFinished");
        return ttl.isPresent()
                ? moment(object, "status", "completionTime")
                        .map(
                                it ->
                                        Lengths.after(
                                                it,
                                                Duration.ofSeconds(ttl.get().number().orElse(0))))
                : moment(object, "metadata", "annotations", POD_GONE_SINCE)
                        .map(it -> it.plus(AFTER_POD));
    }

    private static Optional<Instant> moment(Json object, String... way) {
        try {
            return Optional.of(Instant.parse(Trees.text(object, way)));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
