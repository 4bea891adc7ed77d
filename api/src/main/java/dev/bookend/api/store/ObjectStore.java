package dev.bookend.api.store;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.MemoryRoom;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.resource.Weight;
import dev.bookend.api.store.Holdings.Kept;
import dev.bookend.api.store.ObjectLog.Room;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// All objects, in memory and in a file. Every change gets the next version, and whoever watches
/// hears of it. Thread-safe.
public final class ObjectStore implements AutoCloseable {
    private static final int MOST_HISTORY = 2000;
    private static final long MOST_HISTORY_WEIGHT = MemoryRoom.share(10);
    private static final long UNSYNCED = 1000;
    private static final long SLACK = 4L * 1024 * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Holdings holdings = new Holdings();
    private final Map<ObjectKey, Kept> objects = holdings.objects();
    private final Deque<Change> history = new ArrayDeque<>();
    private final Set<Feed> feeds = ConcurrentHashMap.newKeySet();
    private final ObjectLog log;
    private long historyWeight;
    private long version;
    private long forgotten;
    private long tidyFrom;

    /// Whether a change must survive a loss of power before it is acknowledged.
    public enum Durability {
        SYNCED,
        WRITTEN
    }

    /// The objects of a kind at one version.
    public record Listing(List<Json.Obj> objects, long version) {}

    /// Gives an object's next value; the same value means that nothing changes, none that it goes.
    public interface Edit {
        Optional<Json.Obj> of(Json.Obj object) throws ApiError;
    }

    private ObjectStore(Path file) throws IOException {
        log = ObjectLog.open(file, this::load);
    }

    private void load(ObjectLog.Entry entry, ObjectLog.Place place, boolean whole) {
        holdings.load(entry, place, whole);
        version = Math.max(version, entry.version());
    }

    public static ObjectStore open(Path file) throws IOException {
        var store = new ObjectStore(file);
        // What was written and not synced may be lost; its versions must not come again.
        store.version += store.log.length() == 0 ? 0 : UNSYNCED;
        store.forgotten = store.version;
        return store;
    }

    public Optional<Json.Obj> get(ObjectKey key) {
        lock.lock();
        try {
            return Optional.ofNullable(objects.get(key)).map(Kept::object);
        } finally {
            lock.unlock();
        }
    }

    /// The objects of a type, in the order of their names.
    public Listing list(ResourceType type, Optional<String> namespace) {
        lock.lock();
        try {
            var found =
                    objects.entrySet().stream()
                            .filter(it -> it.getKey().type() == type)
                            .filter(
                                    it ->
                                            namespace.stream()
                                                    .allMatch(it.getKey().namespace()::equals))
                            .sorted(Map.Entry.comparingByKey())
                            .map(it -> it.getValue().object())
                            .toList();
            return new Listing(found, version);
        } finally {
            lock.unlock();
        }
    }

    /// The same as it was at a version, for as long as the changes since then are known.
    public List<Json.Obj> listAt(long wanted, ResourceType type, Optional<String> namespace)
            throws ApiError {
        lock.lock();
        try {
            refuseUnknown(wanted);
            var found = new TreeMap<ObjectKey, Json.Obj>();
            list(type, namespace).objects().forEach(it -> found.put(ObjectKey.of(type, it), it));
            history.reversed().stream()
                    .takeWhile(it -> it.version() > wanted)
                    .filter(it -> it.key().type() == type)
                    .filter(it -> namespace.stream().allMatch(it.key().namespace()::equals))
                    .forEach(
                            it ->
                                    it.before()
                                            .ifPresentOrElse(
                                                    was -> found.put(it.key(), was),
                                                    () -> found.remove(it.key())));
            return List.copyOf(found.values());
        } finally {
            lock.unlock();
        }
    }

    private void refuseUnknown(long wanted) throws ApiError {
        if (wanted < forgotten || wanted > version) {
            throw ApiError.expired(
                    "too %s resource version: %d (%d)"
                            .formatted(
                                    wanted > version ? "large" : "old",
                                    wanted,
                                    wanted > version ? version : forgotten));
        }
    }

    /// What has to be removed before there is room for anything else, if something has.
    public Optional<String> excess() {
        lock.lock();
        try {
            return holdings.excess();
        } finally {
            lock.unlock();
        }
    }

    public long version() {
        lock.lock();
        try {
            return version;
        } finally {
            lock.unlock();
        }
    }

    public Json.Obj create(ObjectKey key, Json.Obj object, Durability durability) throws ApiError {
        lock.lock();
        try {
            if (objects.containsKey(key)) {
                throw ApiError.alreadyExists(key);
            }
            return write(key, Optional.of(object), durability, Room.FREE).orElse(object);
        } finally {
            lock.unlock();
        }
    }

    /// Changes an object; gives its new value, empty if it went. Possible on a full disk, too, for
    /// as long as the reserve lasts: it is how things end.
    public Optional<Json.Obj> change(ObjectKey key, Edit edit, Durability durability)
            throws ApiError {
        return change(key, edit, durability, Room.RESERVED);
    }

    /// The same for a change that can wait until there is room.
    public Optional<Json.Obj> changeIfRoom(ObjectKey key, Edit edit, Durability durability)
            throws ApiError {
        return change(key, edit, durability, Room.FREE);
    }

    private Optional<Json.Obj> change(ObjectKey key, Edit edit, Durability durability, Room room)
            throws ApiError {
        lock.lock();
        try {
            var kept = objects.get(key);
            if (kept == null) {
                throw ApiError.notFound(key);
            }
            var next = edit.of(kept.object());
            return next.filter(kept.object()::equals).isPresent()
                    ? next
                    : write(key, next, durability, room);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Json.Obj> write(
            ObjectKey key, Optional<Json.Obj> next, Durability durability, Room room)
            throws ApiError {
        var number = version + 1;
        var after = next.map(it -> versioned(it, number));
        var weight = after.map(Weight::of).orElse(0L);
        if (room == Room.FREE) {
            holdings.refuseIfFull(key, weight);
        }
        int size;
        try {
            size =
                    log.append(
                            new ObjectLog.Entry(number, key, after),
                            durability == Durability.SYNCED,
                            room);
        } catch (IOException failure) {
            throw ApiError.notStored(failure);
        }
        var before = Optional.ofNullable(objects.get(key)).map(Kept::object);
        var both = weight + holdings.weight(key);
        version = number;
        holdings.keep(key, after.map(it -> new Kept(it, size, weight, Optional.empty())));
        tell(new Change(number, key, before, after, (int) Math.min(both, Integer.MAX_VALUE)));
        tidy();
        return after;
    }

    private void tell(Change change) {
        history.addLast(change);
        historyWeight += change.size();
        feeds.forEach(feed -> feed.offer(change));
        while (history.size() > MOST_HISTORY || historyWeight > MOST_HISTORY_WEIGHT) {
            var old = history.removeFirst();
            historyWeight -= old.size();
            forgotten = old.version();
        }
        feeds.forEach(feed -> feed.forget(forgotten));
    }

    /// The file is written anew when most of it is past. The highest version must stay in it.
    private void tidy() {
        if (log.length() < Math.max(SLACK + 4 * holdings.bytes(), tidyFrom)) {
            return;
        }
        try {
            var keys = List.copyOf(objects.keySet());
            holdings.moved(keys, log.rewrite(holdings.parts(keys, version)));
            tidyFrom = 0;
        } catch (IOException _) {
            // The old file goes on; when it has grown some more, it is tried again.
            tidyFrom = log.length() + SLACK;
        }
    }

    /// Hears of changes after a version, or of all from now on.
    public Feed watch(Predicate<ObjectKey> wanted, Optional<Long> since) throws ApiError {
        var feed = new Feed(wanted, feeds::remove);
        lock.lock();
        try {
            if (since.isPresent()) {
                refuseUnknown(since.get());
            }
            history.stream()
                    .filter(it -> since.isPresent() && it.version() > since.get())
                    .forEach(feed::offer);
            feeds.add(feed);
            return feed;
        } finally {
            lock.unlock();
        }
    }

    public static Json.Obj versioned(Json.Obj object, long version) {
        return Trees.with(object, Json.of(Long.toString(version)), "metadata", "resourceVersion");
    }

    @Override
    public void close() throws IOException {
        feeds.forEach(Feed::cut);
        lock.lock();
        try {
            log.close();
        } finally {
            lock.unlock();
        }
    }
}
