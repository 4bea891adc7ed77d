package dev.bookend.api.pod;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.life.Orphans;
import dev.bookend.agent.life.Orphans.Orphan;
import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.PodGrace;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.manifest.json.Json;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Gives containers that run without an object one again, so that they are seen, gone on with and
/// ended like all others; names those for which it cannot (SAFE-4).
public final class FoundPods {
    /// Marks an object of which nothing but its containers' names is known.
    static final String BARE = "bookend.dev/found-without-manifest";

    private final Orphans orphans;
    private final PodReport.Desk desk;
    private final String node;
    private final Namespaces namespaces;
    private final Set<String> said = new HashSet<>();
    private volatile List<String> problems = List.of();

    /// Makes a namespace that is not there.
    public interface Namespaces {
        void make(String name) throws ApiError;
    }

    public FoundPods(AgentPlace place, PodReport.Desk desk, String node, Namespaces namespaces) {
        orphans = new Orphans(place);
        this.desk = desk;
        this.node = node;
        this.namespaces = namespaces;
    }

    static boolean isBare(Json pod) {
        return pod.at("metadata", "annotations", BARE).isPresent();
    }

    /// Containers without an object, each pod as a sentence.
    List<String> problems() {
        return problems;
    }

    /// Looks for them. Called by one thread at a time.
    public void look() {
        var left = new ArrayList<String>();
        try {
            for (var orphan : orphans.find(this::claimed)) {
                take(orphan).ifPresent(left::add);
            }
        } catch (IOException | RuntimeFailure failure) {
            left.add(
                    "it cannot be told whether containers run in nobody's care: %s"
                            .formatted(failure.getMessage()));
        }
        left.forEach(this::say);
        said.retainAll(left);
        problems = List.copyOf(left);
    }

    private Set<String> claimed() {
        return desk.store().list(ResourceType.PODS, Optional.empty()).objects().stream()
                .map(Metadata::uid)
                .collect(Collectors.toSet());
    }

    /// Says what is in the way, if anything is.
    private Optional<String> take(Orphan orphan) {
        var key = new ObjectKey(ResourceType.PODS, orphan.name().namespace(), orphan.name().name());
        var running = "containers of pod %s run (%s)".formatted(orphan.name(), orphan.containers());
        if (orphan.manifest().isPresent() && !orphan.isOfAnObject()) {
            return Optional.of(
                    running
                            + ", left by a bookend run that died: run it again, which adopts them,"
                            + " or end them with: bookend delete "
                            + orphan.name());
        }
        if (desk.store().get(key).isPresent()) {
            return Optional.of(
                    running
                            + ", and another pod has its name now: end both, one after the other,"
                            + " with: bookend delete "
                            + orphan.name());
        }
        try {
            namespaces.make(key.namespace());
            make(key, orphan, running);
            return Optional.empty();
        } catch (ApiError error) {
            return Optional.of(running + ", and no object: " + error.getMessage());
        }
    }

    private void make(ObjectKey key, Orphan orphan, String running) throws ApiError {
        var kept = orphan.manifest().filter(_ -> orphan.isOfAnObject());
        var pod = kept.orElseGet(() -> bare(orphan));
        var made =
                desk.store()
                        .create(
                                key,
                                Trees.with(pod, PodStatusJson.pending(pod), "status"),
                                ObjectStore.Durability.SYNCED);
        var message =
                running
                        + ", and no object spoke of it any more: one was made again from "
                        + (kept.isPresent()
                                ? "what the pod began by"
                                : "their names, as no manifest is left; end them with: bookend"
                                        + " delete "
                                        + orphan.name());
        desk.log().accept("bookend agent: " + message);
        tell(made, message);
    }

    private Json.Obj bare(Orphan orphan) {
        var containers =
                Stream.of(orphan.containers().split(", ", -1))
                        .map(it -> Json.object().put("name", it).put("image", "unknown").done())
                        .toList();
        var annotations = Json.object().put(BARE, "true").done();
        var metadata =
                Json.object()
                        .put("name", orphan.name().name())
                        .put("namespace", orphan.name().namespace())
                        .put("uid", orphan.uid())
                        .put("creationTimestamp", Ages.time(now()))
                        .put("annotations", annotations)
                        .done();
        var spec =
                Json.object()
                        .put("nodeName", node)
                        .put("restartPolicy", "Never")
                        .put(PodGrace.FIELD, PodSettings.DEFAULT_GRACE.toSeconds())
                        .put("containers", Trees.array(containers))
                        .done();
        return Json.object()
                .put("kind", "Pod")
                .put("apiVersion", "v1")
                .put("metadata", metadata)
                .put("spec", spec)
                .done();
    }

    private Instant now() {
        return desk.time().instant();
    }

    private void say(String problem) {
        if (said.add(problem)) {
            desk.log().accept("bookend agent: " + problem);
        }
        desk.store()
                .get(new ObjectKey(ResourceType.NODES, "", node))
                .ifPresent(it -> tell(it, problem));
    }

    private void tell(Json.Obj about, String message) {
        var happening =
                new EventRecorder.Happening(Notice.Tone.WARNING, "Orphaned", message, now());
        desk.clerk()
                .ifRoom(
                        () ->
                                desk.events()
                                        .record(new EventRecorder.Subject(about, ""), happening));
    }
}
