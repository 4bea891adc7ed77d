package dev.bookend.api.store;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.MemoryRoom;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Weight;
import dev.bookend.manifest.json.Json;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The objects that a store holds, and what they take of the memory. What an older agent stored and
/// is too much for this one stays in the file; in its place is an object that says so.
final class Holdings {
    static final String ASIDE = "bookend.dev/too-large";

    private static final long MOST_WEIGHT = MemoryRoom.share(5);
    private static final long MOST_LOADED = MemoryRoom.share(4);
    private static final int MOST_PODS = 500;
    private static final int EACH = 512;
    private static final int KIB = 1024;
    private static final int NAMED = 3;

    private final Map<ObjectKey, Kept> objects = new HashMap<>();
    private long bytes;
    private long weight;
    private int pods;

    /// @param size of its line in the file
    /// @param aside the line that is kept for it, because it is too large to be held
    record Kept(Json.Obj object, int size, long weight, Optional<ObjectLog.Place> aside) {}

    Map<ObjectKey, Kept> objects() {
        return objects;
    }

    /// How much of the file still counts.
    long bytes() {
        return bytes;
    }

    long weight(ObjectKey key) {
        var kept = objects.get(key);
        return kept == null ? 0 : kept.weight();
    }

    void keep(ObjectKey key, Optional<Kept> kept) {
        var before = kept.isPresent() ? objects.put(key, kept.get()) : objects.remove(key);
        var one = key.type() == ResourceType.PODS ? 1 : 0;
        kept.ifPresent(
                it -> {
                    bytes += it.size();
                    weight += it.weight() + EACH;
                    pods += one;
                });
        if (before != null) {
            bytes -= before.size();
            weight -= before.weight() + EACH;
            pods -= one;
        }
    }

    /// Takes what the file has of an object; pods come first, whatever the others take.
    void load(ObjectLog.Entry entry, ObjectLog.Place place, boolean whole) {
        var key = entry.key();
        if (!whole) {
            keep(key, Optional.of(aside(key, place)));
            return;
        }
        keep(key, entry.object().map(it -> loaded(key, it, place)));
    }

    private Kept loaded(ObjectKey key, Json.Obj object, ObjectLog.Place place) {
        var own = Weight.of(object);
        var room = MOST_LOADED - weight + weight(key);
        return own > room && key.type() != ResourceType.PODS
                ? aside(key, place)
                : new Kept(object, place.length(), own, Optional.empty());
    }

    private static Kept aside(ObjectKey key, ObjectLog.Place place) {
        var says =
                "this object takes %d KiB of the store and is not held; delete it"
                        .formatted(place.length() / KIB);
        var metadata =
                Json.object()
                        .put("name", key.name())
                        .put("namespace", Optional.of(key.namespace()).filter(it -> !it.isEmpty()))
                        .put("annotations", Json.object().put(ASIDE, says).done());
        var object =
                Json.object()
                        .put("kind", key.type().kind())
                        .put("apiVersion", key.type().group().apiVersion())
                        .put("metadata", metadata.done())
                        .done();
        return new Kept(object, place.length(), Weight.of(object), Optional.of(place));
    }

    /// Refuses what would make the objects more than can be held.
    void refuseIfFull(ObjectKey key, long next) throws ApiError {
        var growth = next - weight(key);
        if (growth > 0 && weight + growth > MOST_WEIGHT) {
            throw new ApiError(507, "InsufficientStorage", full());
        }
        if (key.type() == ResourceType.PODS && pods >= MOST_PODS && !objects.containsKey(key)) {
            throw ApiError.forbidden(
                    key, "the agent keeps %d pods at most; delete some first".formatted(MOST_PODS));
        }
    }

    private String full() {
        return "the store is full, its objects take %d of %d KiB; delete something first,"
                        .formatted(weight / KIB, MOST_WEIGHT / KIB)
                + " the largest are "
                + named(objects.entrySet().stream().toList());
    }

    /// What has to be removed, if something has.
    Optional<String> excess() {
        var aside =
                objects.entrySet().stream()
                        .filter(it -> it.getValue().aside().isPresent())
                        .toList();
        if (!aside.isEmpty()) {
            return Optional.of(
                    "%d stored objects are too large to be held; delete %s"
                            .formatted(aside.size(), named(aside)));
        }
        return weight > MOST_WEIGHT ? Optional.of(full()) : Optional.empty();
    }

    private static String named(List<Map.Entry<ObjectKey, Kept>> entries) {
        return entries.stream()
                .sorted(Comparator.comparingInt(it -> -it.getValue().size()))
                .limit(NAMED)
                .map(
                        it ->
                                "%s in namespace '%s' (%d KiB)"
                                        .formatted(
                                                it.getKey(),
                                                it.getKey().namespace(),
                                                it.getValue().size() / KIB))
                .collect(Collectors.joining(", "));
    }

    /// What is to be written of the objects when the file is written anew.
    List<ObjectLog.Part> parts(List<ObjectKey> keys, long version) {
        return keys.stream().map(it -> part(it, version)).toList();
    }

    private ObjectLog.Part part(ObjectKey key, long version) {
        var kept = kept(key);
        return new ObjectLog.Part(
                new ObjectLog.Entry(version, key, Optional.of(kept.object())), kept.aside());
    }

    private Kept kept(ObjectKey key) {
        var kept = objects.get(key);
        if (kept == null) {
            throw new IllegalStateException("nothing is held of " + key);
        }
        return kept;
    }

    /// Hears where in the file everything is now.
    void moved(List<ObjectKey> keys, List<ObjectLog.Place> places) {
        for (var i = 0; i < keys.size(); i++) {
            var kept = kept(keys.get(i));
            if (kept.aside().isPresent()) {
                objects.put(keys.get(i), aside(keys.get(i), places.get(i)));
            }
        }
    }
}
