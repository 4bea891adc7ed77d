package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.resource.Weight;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.schema.UnknownFields;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates and changes objects on behalf of clients.
public final class Writes {
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";

    private final ObjectStore store;
    private final Map<ResourceType, Admission> admissions;
    private final InstantSource time;

    public Writes(ObjectStore store, Map<ResourceType, Admission> admissions, InstantSource time) {
        this.store = store;
        this.admissions = Map.copyOf(admissions);
        this.time = time;
    }

    private Admission admission(ResourceType type) {
        var admission = admissions.get(type);
        if (admission == null) {
            throw new IllegalArgumentException("nobody admits " + type);
        }
        return admission;
    }

    public Json.Obj create(HttpRequest request, Route route, Json.Obj given, Consumer<String> warn)
            throws ApiError {
        if (route.type() == ResourceType.NODES) {
            throw ApiError.notAllowed("there is one node, this machine, and no other is created");
        }
        var object = Metadata.completed(route, given, time.instant());
        var key = ObjectKey.of(route.type(), object);
        var wishes = Admission.Wishes.of(request);
        judgeFields(wishes, route.type(), unknown(route.type(), object), warn);
        refuseMissingNamespace(key);
        Weight.refuseTooLarge(object);
        var admitted = admission(route.type()).create(key, object, wishes, warn);
        Weight.refuseTooLarge(admitted);
        if (isDry(request)) {
            if (store.get(key).isPresent()) {
                throw ApiError.alreadyExists(key);
            }
            return admitted;
        }
        return store.create(key, admitted, durability(route.type()));
    }

    /// Pods are judged by their own admission, which also knows what may have been meant.
    private static List<String> unknown(ResourceType type, Json.Obj object) {
        return type == ResourceType.PODS ? List.of() : UnknownFields.in(object, type.kind());
    }

    private static void judgeFields(
            Admission.Wishes wishes, ResourceType type, List<String> unknown, Consumer<String> warn)
            throws ApiError {
        wishes.refuse(type, unknown);
        if (wishes == Admission.Wishes.WARN) {
            unknown.forEach(it -> warn.accept("unknown field \"%s\"".formatted(it)));
        }
    }

    private static ObjectStore.Durability durability(ResourceType type) {
        return type == ResourceType.EVENTS
                ? ObjectStore.Durability.WRITTEN
                : ObjectStore.Durability.SYNCED;
    }

    private void refuseMissingNamespace(ObjectKey key) throws ApiError {
        if (!key.type().namespaced()) {
            return;
        }
        var namespace = new ObjectKey(ResourceType.NAMESPACES, "", key.namespace());
        var found = store.get(namespace);
        if (found.isEmpty()) {
            throw ApiError.notFound(namespace);
        }
        if (Metadata.isDeleting(found.get())) {
            throw ApiError.forbidden(
                    key,
                    "unable to create new content in namespace %s because it is being terminated"
                            .formatted(key.namespace()));
        }
    }

    static boolean isDry(HttpRequest request) throws ApiError {
        var wish = request.parameter("dryRun");
        if (wish.isPresent() && !wish.get().equals("All")) {
            throw ApiError.badRequest("dryRun '%s' is not All".formatted(wish.get()));
        }
        return wish.isPresent();
    }

    /// Replaces an object, if it is still the one that the client read.
    ///
    /// @param warn takes what the client should tell its user
    public Json.Obj update(HttpRequest request, Route route, Json.Obj given, Consumer<String> warn)
            throws ApiError {
        var key = route.key();
        var object = Metadata.placed(route, Metadata.typed(route.type(), given));
        if (!Trees.text(object, "metadata", "name").equals(key.name())) {
            throw ApiError.badRequest(
                    "the name of the object (%s) does not match the name on the URL (%s)"
                            .formatted(Trees.text(object, "metadata", "name"), key.name()));
        }
        return change(request, route, _ -> object, warn);
    }

    /// Gives the next value of an object as a client wants it.
    interface Wish {
        Json.Obj of(Json.Obj before) throws ApiError;
    }

    public Json.Obj patch(HttpRequest request, Route route, byte[] body, Consumer<String> warn)
            throws ApiError {
        var type = request.contentType();
        if (!isServed(type, route.type())) {
            throw unsupported(type, route.type());
        }
        var patch = Bodies.json(body);
        return change(
                request,
                route,
                before -> {
                    var after = patched(type, before, patch);
                    if (after instanceof Json.Obj object) {
                        return Metadata.typed(route.type(), object);
                    }
                    throw ApiError.badRequest("the patch leaves no object");
                },
                warn);
    }

    private static boolean isServed(String type, ResourceType of) {
        return switch (type) {
            case JSON_PATCH, MERGE_PATCH -> true;
            case STRATEGIC_PATCH -> of != ResourceType.RECREATE_REQUESTS;
            default -> false;
        };
    }

    private static Json patched(String type, Json.Obj before, Json patch) throws ApiError {
        if (type.equals(JSON_PATCH)) {
            return JsonPatch.apply(before, patch);
        }
        if (!(patch instanceof Json.Obj object)) {
            throw ApiError.badRequest("the patch is no JSON object");
        }
        return type.equals(MERGE_PATCH)
                ? MergePatch.apply(before, object)
                : StrategicPatch.apply(before, object);
    }

    private static ApiError unsupported(String type, ResourceType of) {
        var forms =
                Stream.of(JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH)
                        .filter(it -> isServed(it, of))
                        .collect(Collectors.joining(", "));
        return ApiError.unsupported(
                "the body of the request was in an unknown format - accepted media types include: "
                        + forms
                        + (type.startsWith("application/apply-patch")
                                ? "; server-side apply is not served here, use kubectl apply"
                                        + " without --server-side"
                                : ""));
    }

    private Json.Obj change(HttpRequest request, Route route, Wish wish, Consumer<String> warn)
            throws ApiError {
        var dry = isDry(request);
        var shown = new AtomicReference<Json.Obj>(Trees.EMPTY);
        var after =
                store.changeIfRoom(
                        route.key(),
                        before -> {
                            var wanted = wish.of(before);
                            Weight.refuseTooLarge(wanted);
                            var next = judged(request, route, before, wanted, warn);
                            shown.set(next);
                            return dry ? Optional.of(before) : settled(route.type(), next);
                        },
                        durability(route.type()));
        return dry ? shown.get() : after.orElse(shown.get());
    }

    private Json.Obj judged(
            HttpRequest request,
            Route route,
            Json.Obj before,
            Json.Obj wanted,
            Consumer<String> warn)
            throws ApiError {
        var key = route.key();
        var version = Trees.text(wanted, "metadata", "resourceVersion");
        if (!version.isEmpty()
                && !version.equals(Trees.text(before, "metadata", "resourceVersion"))) {
            throw ApiError.modified(key);
        }
        var uid = Metadata.uid(wanted);
        if (!uid.isEmpty() && !uid.equals(Metadata.uid(before))) {
            throw ApiError.conflict(
                    key,
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                            .formatted(uid, Metadata.uid(before)));
        }
        if (!Trees.text(wanted, "metadata", "name").equals(key.name())) {
            throw ApiError.invalid(key, "metadata.name", "field is immutable");
        }
        Metadata.judgeChange(key, before, wanted);
        return route.sub().equals("status")
                ? OwnedStatus.of(
                        route.type(),
                        whole(request, route, before, withMetadata(before, wanted)),
                        wanted,
                        warn)
                : whole(request, route, before, wanted);
    }

    private static Json.Obj withMetadata(Json.Obj before, Json.Obj wanted) {
        var object = before;
        for (var field : List.of("labels", "annotations", "finalizers")) {
            object = Trees.withFieldOf(object, wanted, "metadata", field);
        }
        return object;
    }

    private Json.Obj whole(HttpRequest request, Route route, Json.Obj before, Json.Obj wanted)
            throws ApiError {
        var kept = Metadata.kept(before, wanted);
        var object = route.type().hasStatus() ? Trees.withFieldOf(kept, before, "status") : kept;
        var wishes = Admission.Wishes.of(request);
        var old = Set.copyOf(unknown(route.type(), before));
        wishes.refuse(
                route.type(),
                unknown(route.type(), object).stream().filter(it -> !old.contains(it)).toList());
        return admission(route.type()).update(route.key(), before, object, wishes);
    }

    /// An object that was to be deleted goes when its last finalizer goes; a pod not before it has
    /// ended.
    private static Optional<Json.Obj> settled(ResourceType type, Json.Obj object) {
        var held =
                Metadata.hasFinalizers(object)
                        || type == ResourceType.NAMESPACES
                        || (type == ResourceType.PODS && !Metadata.isOver(object));
        return Metadata.isDeleting(object) && !held ? Optional.empty() : Optional.of(object);
    }
}
