package dev.bookend.api.recreate;

import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.duty.Duty;
import dev.bookend.api.health.Metrics;
import dev.bookend.api.object.Deletions;
import dev.bookend.api.pod.PodKeeper;
import dev.bookend.api.pod.SeenPods;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.Change;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.recreate.Abandonment;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.recreate.RecreateObject;
import dev.bookend.manifest.recreate.RecreateReader;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Hands accepted ContainerRecreateRequests to the pods they name, takes deleted ones back,
/// completes those that no pod carries out, and removes finished ones when their time is over.
///
/// It may hand on a request twice: the pod knows it then. So that this stays true, the pod never
/// forgets a request by itself: the ttl is kept here.
public final class RecreateKeeper implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(2);

    private static final Comparator<Json.Obj> AGE =
            Comparator.<Json.Obj, String>comparing(
                            it -> Trees.text(it, "metadata", "creationTimestamp"))
                    .thenComparingInt(it -> Trees.text(it, "metadata", "resourceVersion").length())
                    .thenComparing(it -> Trees.text(it, "metadata", "resourceVersion"));

    private final Objects objects;
    private final PodKeeper pods;
    private final SeenPods seen;
    private final InstantSource time;
    private final Map<String, Instant> unattended = new HashMap<>();
    private volatile boolean closing;
    private Optional<Duty> duty = Optional.empty();

    /// What requests are read from, removed with and counted by.
    public record Objects(ObjectStore store, Deletions deletions, Metrics metrics, Aside aside) {}

    public RecreateKeeper(Objects objects, PodKeeper pods, SeenPods seen, InstantSource time) {
        this.objects = objects;
        this.pods = pods;
        this.seen = seen;
        this.time = time;
    }

    public void start(Duties duties) {
        duty = Optional.of(duties.begin("recreate-keeper", this::run));
    }

    private void run() throws ApiError, InterruptedException {
        while (!closing) {
            try (var feed =
                    objects.store()
                            .watch(
                                    key -> key.type() == ResourceType.RECREATE_REQUESTS,
                                    Optional.empty())) {
                var look = lookAtAll();
                while (!closing && !feed.isCut()) {
                    var change = feed.next(look);
                    change.ifPresent(it -> handle(it.key(), () -> take(it)));
                    look = change.isPresent() ? look : lookAtAll();
                }
            }
        }
    }

    /// A pod that was not there yet, or is gone since, is noticed here, and the end of a ttl.
    ///
    /// @return when to look again
    private Duration lookAtAll() {
        var states = seen.states();
        var requests =
                objects.store().list(ResourceType.RECREATE_REQUESTS, Optional.empty()).objects();
        requests.stream().sorted(AGE).forEach(it -> handle(key(it), () -> look(it)));
        cancelOrphans(states, requests);
        var now = time.instant();
        return requests.stream()
                .flatMap(it -> RecreateEnd.removeAt(it).stream())
                .filter(now::isBefore)
                .map(it -> Duration.between(now, it))
                .filter(it -> it.compareTo(LOOK) < 0)
                .min(Comparator.naturalOrder())
                .orElse(LOOK);
    }

    private static ObjectKey key(Json.Obj request) {
        return ObjectKey.of(ResourceType.RECREATE_REQUESTS, request);
    }

    private void handle(ObjectKey key, Runnable handling) {
        objects.aside().handled(key.toString(), handling);
    }

    private void take(Change change) {
        if (change.after().isEmpty()) {
            var id = RecreateReader.id(change.object());
            change.before().flatMap(this::pod).ifPresent(it -> cancel(Metadata.uid(it), id));
        } else {
            look(change.object());
        }
    }

    private void look(Json.Obj object) {
        var pod = pod(object);
        if (pod.isEmpty()) {
            edit(object, it -> Optional.of(RecreateEnd.podGone(it, time.instant())));
        }
        if (RecreateObject.isCompleted(object)) {
            expire(object);
        } else {
            RecreateReader.accepted(object).ifPresent(it -> attend(object, it, pod));
        }
    }

    private void expire(Json.Obj object) {
        unattended.remove(Metadata.uid(object));
        var due = RecreateEnd.removeAt(object).filter(it -> !time.instant().isBefore(it));
        if (due.isEmpty() || Metadata.isDeleting(object)) {
            return;
        }
        try {
            objects.deletions()
                    .delete(
                            ObjectKey.of(ResourceType.RECREATE_REQUESTS, object),
                            OptionalLong.empty());
        } catch (ApiError _) {
            // It is gone already, or cannot be removed now: the next look tries again.
        }
    }

    private void attend(Json.Obj object, RecreateRequest request, Optional<Json.Obj> pod) {
        var life = pod.flatMap(pods::life);
        if (life.isPresent()) {
            unattended.remove(request.id().uid());
            if (!seen.knows(Metadata.uid(pod.orElseThrow()), request.id())) {
                life.get().recreate(withoutTtl(request));
            }
        } else {
            var now = time.instant();
            var since = pod.filter(it -> !Metadata.isOver(it)).map(_ -> unattended(request, now));
            Abandonment.of(request, since, now).ifPresent(why -> complete(object, request, why));
        }
    }

    private static RecreateRequest withoutTtl(RecreateRequest request) {
        return new RecreateRequest(
                request.id(),
                request.targets(),
                request.strategy(),
                request.activeDeadline(),
                Optional.empty(),
                request.created());
    }

    /// The pod is there and nobody runs it: it could not be begun again, or a fault stopped it.
    ///
    /// @return since when we know
    private Instant unattended(RecreateRequest request, Instant now) {
        return unattended.computeIfAbsent(request.id().uid(), _ -> now);
    }

    private void complete(Json.Obj object, RecreateRequest request, Abandonment why) {
        unattended.remove(request.id().uid());
        edit(
                object,
                it -> {
                    if (RecreateObject.isCompleted(it)) {
                        return Optional.of(it);
                    }
                    objects.metrics().recreated(false);
                    return Optional.of(RecreateEnd.completed(it, request, why, time.instant()));
                });
    }

    private void edit(Json.Obj object, ObjectStore.Edit edit) {
        try {
            objects.store()
                    .change(
                            ObjectKey.of(ResourceType.RECREATE_REQUESTS, object),
                            it ->
                                    Metadata.uid(it).equals(Metadata.uid(object))
                                            ? edit.of(it)
                                            : Optional.of(it),
                            ObjectStore.Durability.SYNCED);
        } catch (ApiError _) {
            // It is gone, or cannot be stored now: the next look tries again.
        }
    }

    /// The pod that the request was made for, not a later one of the same name.
    private Optional<Json.Obj> pod(Json.Obj object) {
        var namespace = Trees.text(object, "metadata", "namespace");
        var name = Trees.text(object, "spec", "podName");
        var uid = Trees.text(object, "metadata", "labels", "crr.apps.kruise.io/pod-uid");
        return objects.store()
                .get(new ObjectKey(ResourceType.PODS, namespace, name))
                .filter(it -> Metadata.uid(it).equals(uid));
    }

    /// An agent that died between the removal of a request and the pod's hearing of it leaves the
    /// pod at work for nobody.
    private void cancelOrphans(Map<String, PodState> seen, List<Json.Obj> requests) {
        var wanted = requests.stream().map(Metadata::uid).collect(Collectors.toSet());
        seen.forEach(
                (uid, pod) ->
                        pod.recreations().values().stream()
                                .filter(it -> !it.isOver())
                                .map(it -> it.request().id())
                                .filter(it -> !it.isLocal() && !wanted.contains(it.uid()))
                                .forEach(id -> cancel(uid, id)));
    }

    private void cancel(String podUid, RequestId id) {
        pods.life(podUid).ifPresent(it -> it.cancelRecreation(id));
    }

    @Override
    public void close() {
        closing = true;
        duty.ifPresent(Duty::close);
    }
}
