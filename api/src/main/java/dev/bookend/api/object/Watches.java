package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.MemoryRoom;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.resource.Weight;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.serve.Reply;
import dev.bookend.api.store.Change;
import dev.bookend.api.store.Feed;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Streams changes to a client that watches.
public final class Watches {
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration BOOKMARK = Duration.ofSeconds(30);

    private static final int PIECE = 32 * 1024;

    private final MemoryRoom lists = new MemoryRoom(16, "watches that begin with large lists");
    private final ObjectStore store;
    private final InstantSource time;

    public Watches(ObjectStore store, InstantSource time) {
        this.store = store;
        this.time = time;
    }

    /// One client's watch.
    private final class Watch {
        private final HttpRequest request;
        private final Route route;
        private final Predicate<Json.Obj> selected;
        private final Instant end;
        private boolean columnsSent;

        Watch(HttpRequest request, Route route) throws ApiError {
            this.request = request;
            this.route = route;
            selected = Selectors.of(request, route.type());
            end = time.instant().plus(limit(request));
        }

        void run(Reply reply) throws ApiError, IOException, InterruptedException {
            var since = since(request);
            var initial =
                    since.isEmpty() ? listed() : new ObjectStore.Listing(List.of(), since.get());
            try (var feed = store.watch(Listings.keys(route), Optional.of(initial.version()))) {
                stream(feed, begun(initial, reply), initial.version());
            }
        }

        private void stream(Feed feed, OutputStream begun, long version)
                throws IOException, InterruptedException {
            try (var out = begun) {
                if (request.isSet("sendInitialEvents")) {
                    bookmark(out, version, true);
                }
                follow(feed, out, version);
            }
        }

        /// Sends what is there. It is held for no longer than that, however it changes.
        private OutputStream begun(ObjectStore.Listing initial, Reply reply)
                throws ApiError, IOException, InterruptedException {
            try (var _ = lists.take(initial.objects().stream().mapToLong(Weight::of).sum())) {
                var out = reply.streamWhileHeard("application/json");
                for (var object : initial.objects()) {
                    send(out, "ADDED", object);
                }
                return out;
            }
        }

        private ObjectStore.Listing listed() {
            var listing = store.list(route.type(), route.namespace());
            var named = Listings.keys(route);
            var objects =
                    listing.objects().stream()
                            .filter(it -> named.test(ObjectKey.of(route.type(), it)))
                            .filter(selected)
                            .toList();
            return new ObjectStore.Listing(objects, listing.version());
        }

        private void follow(Feed feed, OutputStream out, long from)
                throws IOException, InterruptedException {
            var last = from;
            while (time.instant().isBefore(end)) {
                var left = Duration.between(time.instant(), end);
                var before = store.version();
                var change = feed.next(left.compareTo(BOOKMARK) < 0 ? left : BOOKMARK);
                if (change.isPresent()) {
                    last = change.get().version();
                    send(out, change.get());
                } else if (feed.isCut()) {
                    send(out, "ERROR", cut().status());
                    return;
                } else {
                    last = Math.max(last, before);
                    bookmark(out, last, false);
                }
            }
        }

        private static ApiError cut() {
            return ApiError.expired("the watch lagged behind or the server stops; list again");
        }

        /// An object that enters or leaves the selection is new or gone for this client.
        private void send(OutputStream out, Change change) throws IOException {
            var was = change.before().filter(selected).isPresent();
            var is = change.after().filter(selected).isPresent();
            if (is) {
                send(out, was ? "MODIFIED" : "ADDED", change.object());
            } else if (was) {
                send(
                        out,
                        "DELETED",
                        ObjectStore.versioned(
                                change.before().orElse(Trees.EMPTY), change.version()));
            }
        }

        private void send(OutputStream out, String type, Json.Obj object) throws IOException {
            var shown =
                    type.equals("ERROR")
                            ? object
                            : Tables.wanted(request, route.type(), time.instant())
                                    .map(tables -> row(tables, object))
                                    .orElse(object);
            line(out, type, shown);
        }

        private Json.Obj row(Tables tables, Json.Obj object) {
            var metadata =
                    Json.object()
                            .put(
                                    "resourceVersion",
                                    Trees.text(object, "metadata", "resourceVersion"))
                            .done();
            var first = !columnsSent;
            columnsSent = true;
            return tables.of(List.of(object), metadata, first);
        }

        private void bookmark(OutputStream out, long version, boolean initialEnd)
                throws IOException {
            if (!request.isSet("allowWatchBookmarks")) {
                return;
            }
            var metadata = Json.object().put("resourceVersion", Long.toString(version));
            if (initialEnd) {
                metadata.put(
                        "annotations",
                        Json.object().put("k8s.io/initial-events-end", "true").done());
            }
            line(
                    out,
                    "BOOKMARK",
                    Json.object()
                            .put("kind", route.type().kind())
                            .put("apiVersion", route.type().group().apiVersion())
                            .put("metadata", metadata.done())
                            .done());
        }

        private static void line(OutputStream out, String type, Json object) throws IOException {
            var json = Json.object().put("type", type).put("object", object).done();
            var text =
                    new OutputStreamWriter(
                            new BufferedOutputStream(out, PIECE), StandardCharsets.UTF_8);
            json.writeTo(text);
            text.append('\n').flush();
        }
    }

    /// Streams until the client has enough, or the time that it asked for is over.
    public void watch(HttpRequest request, Route route, Reply reply)
            throws ApiError, IOException, InterruptedException {
        new Watch(request, route).run(reply);
    }

    private static Duration limit(HttpRequest request) throws ApiError {
        var text = request.parameter("timeoutSeconds").orElse("0");
        if (!text.matches("[0-9]{1,6}")) {
            throw ApiError.badRequest("timeoutSeconds '%s' is no number".formatted(text));
        }
        var seconds = Long.parseLong(text);
        return seconds == 0 ? LONGEST : Duration.ofSeconds(seconds);
    }

    /// The version after which changes are wanted; empty to begin with all that is there.
    private static Optional<Long> since(HttpRequest request) throws ApiError {
        var text = request.parameter("resourceVersion").orElse("0");
        if (!text.matches("[0-9]{1,18}")) {
            throw ApiError.badRequest("resourceVersion '%s' is no version".formatted(text));
        }
        return text.equals("0") || request.isSet("sendInitialEvents")
                ? Optional.empty()
                : Optional.of(Long.valueOf(text));
    }
}
