package dev.bookend.api.endpoint;

import dev.bookend.api.pod.PodAdmission;
import dev.bookend.api.pod.PodKeeper;
import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.PodGrace;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.serve.Reply;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.value.Lengths;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Ends all pods in order and tells of each end. The pods come back with the next agent.
public final class DrainEndpoint {
    private static final Duration SLACK = Duration.ofSeconds(15);

    private final ObjectStore store;
    private final PodKeeper keeper;
    private final InstantSource time;

    public DrainEndpoint(ObjectStore store, PodKeeper keeper, InstantSource time) {
        this.store = store;
        this.keeper = keeper;
        this.time = time;
    }

    public void drain(HttpRequest request, Reply reply)
            throws ApiError, IOException, InterruptedException {
        var text = request.parameter("budgetSeconds").orElse("");
        if (!text.isEmpty() && !text.matches("[0-9]{1,6}")) {
            throw ApiError.badRequest("budgetSeconds '%s' is no number".formatted(text));
        }
        var budget =
                text.isEmpty()
                        ? Optional.<Duration>empty()
                        : Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        var listing = store.list(ResourceType.PODS, Optional.empty());
        var living = listing.objects().stream().filter(it -> !Metadata.isOver(it)).toList();
        try (var feed =
                        store.watch(
                                key -> key.type() == ResourceType.PODS,
                                Optional.of(listing.version()));
                var out = reply.stream("application/json")) {
            mark(living);
            keeper.drain(budget);
            var end = System.nanoTime() + limit(living, budget).toNanos();
            for (var left = living; !left.isEmpty(); left = left(left)) {
                if (feed.next(Duration.ofNanos(end - System.nanoTime())).isEmpty()) {
                    out.write(line("TimedOut", left));
                    return;
                }
                var gone = new ArrayList<>(left);
                gone.removeAll(left(left));
                if (!gone.isEmpty()) {
                    out.write(line("Ended", gone));
                }
            }
            out.write(line("Drained", living));
        }
    }

    private void mark(List<Json.Obj> pods) throws ApiError {
        var now = Json.of(Ages.time(time.instant()));
        for (var pod : pods) {
            store.change(
                    ObjectKey.of(ResourceType.PODS, pod),
                    it ->
                            Optional.of(
                                    Trees.with(
                                            it,
                                            now,
                                            "metadata",
                                            "annotations",
                                            PodAdmission.DRAINED)),
                    ObjectStore.Durability.SYNCED);
        }
    }

    private List<Json.Obj> left(List<Json.Obj> pods) {
        return pods.stream()
                .filter(
                        it ->
                                store.get(ObjectKey.of(ResourceType.PODS, it))
                                        .filter(now -> Metadata.uid(now).equals(Metadata.uid(it)))
                                        .filter(now -> !Metadata.isOver(now))
                                        .isPresent())
                .toList();
    }

    private static Duration limit(List<Json.Obj> pods, Optional<Duration> budget) {
        var longest = pods.stream().mapToLong(PodGrace::seconds).max().orElse(0);
        return budget.orElse(Lengths.bounded(Duration.ofSeconds(longest))).plus(SLACK);
    }

    private static byte[] line(String type, List<Json.Obj> pods) {
        var names =
                pods.stream()
                        .map(it -> ObjectKey.of(ResourceType.PODS, it).podName().toString())
                        .toList();
        var json = Json.object().put("type", type).put("pods", names).done();
        return (json.line() + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
