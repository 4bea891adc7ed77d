package dev.bookend.api.pod;

import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.manifest.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Turns what pods tell into Event objects. Called by the clerk's thread only.
public final class EventRecorder {
    private static final int MOST = 1000;
    private static final Duration KEPT = Duration.ofHours(1);

    private final ObjectStore store;
    private final String node;
    private final Deque<ObjectKey> keys = new ArrayDeque<>();
    private final Map<Sameness, ObjectKey> recent = new HashMap<>();

    /// Events that differ only in time are counted as one.
    private record Sameness(String uid, String field, String reason, String message) {}

    /// What an event is about.
    ///
    /// @param field the part of it, such as a container
    record Subject(Json.Obj object, String field) {
        private Json reference() {
            return Json.object()
                    .put("kind", Trees.text(object, "kind"))
                    .put("namespace", Trees.text(object, "metadata", "namespace"))
                    .put("name", Trees.text(object, "metadata", "name"))
                    .put("uid", Metadata.uid(object))
                    .put("apiVersion", Trees.text(object, "apiVersion"))
                    .put("resourceVersion", Trees.text(object, "metadata", "resourceVersion"))
                    .put("fieldPath", Optional.of(field).filter(it -> !it.isEmpty()))
                    .done();
        }
    }

    /// What happened to it.
    record Happening(Notice.Tone tone, String reason, String message, Instant at) {}

    public EventRecorder(ObjectStore store, String node) {
        this.store = store;
        this.node = node;
        store.list(ResourceType.EVENTS, Optional.empty())
                .objects()
                .forEach(it -> keys.add(ObjectKey.of(ResourceType.EVENTS, it)));
    }

    void record(Subject subject, Happening happening) throws ApiError {
        var same =
                new Sameness(
                        Metadata.uid(subject.object()),
                        subject.field(),
                        happening.reason(),
                        happening.message());
        var known = Optional.ofNullable(recent.get(same)).filter(it -> store.get(it).isPresent());
        if (known.isPresent()) {
            store.changeIfRoom(
                    known.get(),
                    it -> Optional.of(again(it, happening.at())),
                    ObjectStore.Durability.WRITTEN);
        } else {
            recent.put(same, create(subject, happening));
            tidy(happening.at());
        }
    }

    private static Json.Obj again(Json.Obj event, Instant at) {
        var counted = Trees.with(event, Json.of(Trees.number(event, 1, "count") + 1), "count");
        return Trees.with(counted, Json.of(Ages.time(at)), "lastTimestamp");
    }

    private ObjectKey create(Subject subject, Happening happening) throws ApiError {
        var about = subject.object();
        var namespace = Trees.or(Trees.text(about, "metadata", "namespace"), "default");
        var name =
                "%s.%x"
                        .formatted(
                                Trees.text(about, "metadata", "name"),
                                store.version() + 1 + happening.at().toEpochMilli() * 1000);
        var key = new ObjectKey(ResourceType.EVENTS, namespace, name);
        var at = Ages.time(happening.at());
        var metadata =
                Json.object()
                        .put("name", name)
                        .put("namespace", namespace)
                        .put("uid", UUID.randomUUID().toString())
                        .put("creationTimestamp", at)
                        .done();
        var source = Json.object().put("component", "bookend").put("host", node).done();
        var event =
                Json.object()
                        .put("kind", "Event")
                        .put("apiVersion", "v1")
                        .put("metadata", metadata)
                        .put("involvedObject", subject.reference())
                        .put("reason", happening.reason())
                        .put("message", happening.message())
                        .put("source", source)
                        .put("firstTimestamp", at)
                        .put("lastTimestamp", at)
                        .put("count", 1)
                        .put("type", happening.tone().word())
                        .put("eventTime", Ages.microTime(happening.at()))
                        .put("reportingComponent", "bookend")
                        .put("reportingInstance", node)
                        .put("action", happening.reason())
                        .done();
        store.create(key, event, ObjectStore.Durability.WRITTEN);
        keys.add(key);
        return key;
    }

    /// Drops the oldest events, by number and by age.
    private void tidy(Instant now) throws ApiError {
        while (!keys.isEmpty() && (keys.size() > MOST || isOld(keys.getFirst(), now))) {
            var key = keys.removeFirst();
            if (store.get(key).isPresent()) {
                store.change(key, _ -> Optional.empty(), ObjectStore.Durability.WRITTEN);
            }
            recent.values().remove(key);
        }
    }

    private boolean isOld(ObjectKey key, Instant now) {
        var last = store.get(key).map(it -> Trees.text(it, "lastTimestamp")).orElse("");
        return last.isEmpty() || Instant.parse(last).plus(KEPT).isBefore(now);
    }
}
