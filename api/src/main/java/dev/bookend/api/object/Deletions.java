package dev.bookend.api.object;

import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.PodGrace;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.life.Hastening;
import dev.bookend.manifest.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;

/// Deletes objects: at once, or when what hangs on them has ended.
public final class Deletions {
    private final ObjectStore store;
    private final InstantSource time;

    public Deletions(ObjectStore store, InstantSource time) {
        this.store = store;
        this.time = time;
    }

    /// What a client says about a deletion.
    private record Options(OptionalLong grace, String uid, String version, boolean dry) {
        static Options of(HttpRequest request, byte[] body) throws ApiError {
            var json = body.length == 0 ? Trees.EMPTY : Bodies.object(body);
            return new Options(
                    grace(json, request),
                    Trees.text(json, "preconditions", "uid"),
                    Trees.text(json, "preconditions", "resourceVersion"),
                    Writes.isDry(request) || !Trees.items(json, "dryRun").isEmpty());
        }

        private static OptionalLong grace(Json json, HttpRequest request) throws ApiError {
            var given = json.field("gracePeriodSeconds");
            var seconds = given.isPresent() ? given.get().number() : asked(request);
            if (given.isPresent() && seconds.isEmpty()) {
                throw ApiError.badRequest(
                        "gracePeriodSeconds %s is no whole number".formatted(given.get().line()));
            }
            if (seconds.orElse(0) > Integer.MAX_VALUE) {
                throw ApiError.badRequest(
                        "gracePeriodSeconds %d is more than %d; give fewer seconds"
                                .formatted(seconds.getAsLong(), Integer.MAX_VALUE));
            }
            // Kubernetes takes a negative one for the shortest that is not at once.
            return seconds.orElse(0) < 0 ? OptionalLong.of(1) : seconds;
        }

        private static OptionalLong asked(HttpRequest request) throws ApiError {
            var text = request.parameter("gracePeriodSeconds").orElse("");
            if (text.isEmpty()) {
                return OptionalLong.empty();
            }
            if (!text.matches("[0-9]{1,9}")) {
                throw ApiError.badRequest("gracePeriodSeconds '%s' is no number".formatted(text));
            }
            return OptionalLong.of(Long.parseLong(text));
        }
    }

    public Json.Obj delete(HttpRequest request, Route route, byte[] body) throws ApiError {
        return delete(route.key(), Options.of(request, body));
    }

    /// Deletes all of a page's objects, and gives those that it deleted.
    public Listings.Page deleteAll(
            HttpRequest request, Route route, byte[] body, Listings.Page page) throws ApiError {
        var options = Options.of(request, body);
        var gone = new ArrayList<Json.Obj>();
        for (var object : page.objects()) {
            try {
                delete(ObjectKey.of(route.type(), object), options);
                gone.add(object);
            } catch (ApiError error) {
                if (error.code() != 404) {
                    throw error;
                }
            }
        }
        var metadata = Json.object().put("resourceVersion", Long.toString(store.version())).done();
        return Listings.page(route.type(), gone, metadata);
    }

    /// Deletes on the agent's own behalf.
    public void delete(ObjectKey key, OptionalLong grace) throws ApiError {
        delete(key, new Options(grace, "", "", false));
    }

    private Json.Obj delete(ObjectKey key, Options options) throws ApiError {
        if (key.type() == ResourceType.NODES) {
            throw ApiError.notAllowed("the node is this machine, which cannot be deleted");
        }
        if (key.type() == ResourceType.NAMESPACES && key.name().equals("default")) {
            throw ApiError.forbidden(key, "this namespace may not be deleted");
        }
        var seen = new AtomicReference<Json.Obj>(Trees.EMPTY);
        var after =
                store.change(
                        key,
                        before -> {
                            judge(key, before, options);
                            var next = next(key.type(), before, options);
                            seen.set(next.orElse(before));
                            return options.dry() ? Optional.of(before) : next;
                        },
                        ObjectStore.Durability.SYNCED);
        return after.isPresent() ? after.get() : success(key, seen.get());
    }

    private static void judge(ObjectKey key, Json.Obj object, Options options) throws ApiError {
        refuse(key, "UID", options.uid(), Metadata.uid(object));
        refuse(
                key,
                "ResourceVersion",
                options.version(),
                Trees.text(object, "metadata", "resourceVersion"));
    }

    private static void refuse(ObjectKey key, String what, String wanted, String is)
            throws ApiError {
        if (!wanted.isEmpty() && !wanted.equals(is)) {
            throw ApiError.conflict(
                    key,
                    "Precondition failed: %s in precondition: %s, %s in object meta: %s"
                            .formatted(what, wanted, what, is));
        }
    }

    private Optional<Json.Obj> next(ResourceType type, Json.Obj before, Options options) {
        return switch (type) {
            case PODS ->
                    Metadata.isOver(before) && !Metadata.hasFinalizers(before)
                            ? Optional.empty()
                            : Optional.of(stopping(before, options.grace()));
            case NAMESPACES ->
                    Optional.of(
                            Trees.with(
                                    marked(before, 0), Json.of("Terminating"), "status", "phase"));
            case NODES, EVENTS, CONFIG_MAPS, SECRETS, SERVICES, RECREATE_REQUESTS ->
                    Metadata.hasFinalizers(before)
                            ? Optional.of(marked(before, 0))
                            : Optional.empty();
        };
    }

    /// A later request may only hasten the end (EXIT-6).
    private Json.Obj stopping(Json.Obj pod, OptionalLong asked) {
        var own = PodGrace.seconds(pod);
        var grace = asked.orElse(Math.clamp(own, 0, Integer.MAX_VALUE));
        if (!Metadata.isDeleting(pod)) {
            return marked(pod, grace);
        }
        var end = Instant.parse(Trees.text(pod, "metadata", "deletionTimestamp"));
        var sooner = Hastening.sooner(end, time.instant(), Duration.ofSeconds(grace));
        return asked.isPresent() && sooner.isPresent()
                ? marked(Trees.without(pod, "metadata", "deletionTimestamp"), grace)
                : pod;
    }

    private Json.Obj marked(Json.Obj object, long grace) {
        if (Metadata.isDeleting(object)) {
            return object;
        }
        var at = Json.of(Ages.time(time.instant().plusSeconds(grace)));
        return Trees.with(
                Trees.with(object, at, "metadata", "deletionTimestamp"),
                Json.of(grace),
                "metadata",
                "deletionGracePeriodSeconds");
    }

    private static Json.Obj success(ObjectKey key, Json.Obj object) {
        var details =
                Json.object()
                        .put("name", key.name())
                        .put("kind", key.type().plural())
                        .put("uid", Metadata.uid(object))
                        .done();
        return Json.object()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", Trees.EMPTY)
                .put("status", "Success")
                .put("details", details)
                .done();
    }

    /// The types whose objects go with their namespace.
    static List<ResourceType> inNamespaces() {
        return List.of(ResourceType.values()).stream().filter(ResourceType::namespaced).toList();
    }
}
