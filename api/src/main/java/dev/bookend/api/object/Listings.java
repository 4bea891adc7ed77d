package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.resource.Weight;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Lists objects, page by page if asked for.
public final class Listings {
    private final ObjectStore store;
    private final InstantSource time;

    public Listings(ObjectStore store, InstantSource time) {
        this.store = store;
        this.time = time;
    }

    /// Where the next page begins.
    private record Place(long version, ObjectKey after) {
        String token() {
            var json =
                    Json.object()
                            .put("v", version)
                            .put("ns", after.namespace())
                            .put("n", after.name())
                            .done();
            return Base64.getUrlEncoder()
                    .encodeToString(json.line().getBytes(StandardCharsets.UTF_8));
        }

        static Place of(ResourceType type, String token) throws ApiError {
            try {
                var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
                if (JsonRead.of(text) instanceof JsonRead.Value(var json)) {
                    var key = new ObjectKey(type, Trees.text(json, "ns"), Trees.text(json, "n"));
                    return new Place(Trees.number(json, 0, "v"), key);
                }
            } catch (IllegalArgumentException _) {
                // No text that we gave out.
            }
            throw ApiError.badRequest("continue key is not valid");
        }
    }

    /// A page of objects, and how they are shown.
    ///
    /// @param head all but the objects
    /// @param name of the field that they are in
    public record Page(
            Json.Obj head, String name, List<Json.Obj> objects, UnaryOperator<Json.Obj> shown) {
        /// What it keeps in memory even if all of it is changed meanwhile.
        public long weight() {
            return objects.stream().mapToLong(Weight::of).sum();
        }
    }

    public Page list(HttpRequest request, Route route) throws ApiError {
        var type = route.type();
        var selected = Selectors.of(request, type);
        var place = request.parameter("continue");
        var version = Versions.exact(request);
        var from =
                place.isPresent()
                        ? Place.of(type, place.get())
                        : new Place(version.orElseGet(store::version), first(type));
        var all =
                store.listAt(from.version(), type, route.namespace()).stream()
                        .filter(selected)
                        .toList();
        var rest =
                all.stream()
                        .filter(it -> ObjectKey.of(type, it).compareTo(from.after()) > 0)
                        .toList();
        var limit = limit(request);
        var page = rest.size() <= limit ? rest : rest.subList(0, limit);
        var metadata = Json.object().put("resourceVersion", Long.toString(from.version()));
        if (page.size() < rest.size()) {
            var last = ObjectKey.of(type, page.getLast());
            metadata.put("continue", new Place(from.version(), last).token());
            metadata.put("remainingItemCount", rest.size() - page.size());
        }
        return shown(request, type, page, metadata.done());
    }

    private static ObjectKey first(ResourceType type) {
        return new ObjectKey(type, "", "");
    }

    private static int limit(HttpRequest request) throws ApiError {
        var text = request.parameter("limit").orElse("0");
        if (!text.matches("[0-9]{1,9}")) {
            throw ApiError.badRequest("limit '%s' is no number".formatted(text));
        }
        var limit = Integer.parseInt(text);
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    private Page shown(
            HttpRequest request, ResourceType type, List<Json.Obj> page, Json.Obj metadata) {
        return Tables.wanted(request, type, time.instant())
                .map(it -> new Page(it.head(metadata, true), "rows", page, it::row))
                .orElseGet(() -> page(type, page, metadata));
    }

    static Page page(ResourceType type, List<Json.Obj> objects, Json.Obj metadata) {
        return new Page(head(type, metadata), "items", objects, UnaryOperator.identity());
    }

    private static Json.Obj head(ResourceType type, Json.Obj metadata) {
        return Json.object()
                .put("kind", type.kind() + "List")
                .put("apiVersion", type.group().apiVersion())
                .put("metadata", metadata)
                .done();
    }

    /// The objects that a request selects, without pages.
    public Page selected(HttpRequest request, Route route) throws ApiError {
        var selected = Selectors.of(request, route.type());
        var all = store.list(route.type(), route.namespace()).objects();
        return page(route.type(), all.stream().filter(selected).toList(), Trees.EMPTY);
    }

    /// Which changes a watch wants to hear of.
    static Predicate<ObjectKey> keys(Route route) {
        return key ->
                key.type() == route.type()
                        && matches(route.namespace(), key.namespace())
                        && matches(route.name(), key.name());
    }

    private static boolean matches(Optional<String> wanted, String text) {
        return wanted.isEmpty() || wanted.get().equals(text);
    }
}
