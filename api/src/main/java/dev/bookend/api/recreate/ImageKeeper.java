package dev.bookend.api.recreate;

import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.duty.Duty;
import dev.bookend.api.object.Writes;
import dev.bookend.api.pod.NewImages;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.Headers;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.store.Change;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Restarts containers whose image was changed, as a kubelet does: by a ContainerRecreateRequest in
/// the agent's own name, so that hooks, grace and order hold and everybody can see it.
public final class ImageKeeper implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final long TTL = 60;

    private final ObjectStore store;
    private final Writes writes;
    private final Consumer<String> log;
    private final Aside aside;
    private volatile boolean closing;
    private Optional<Duty> duty = Optional.empty();

    public ImageKeeper(ObjectStore store, Writes writes, Consumer<String> log) {
        this.store = store;
        this.writes = writes;
        this.log = log;
        aside = new Aside(log);
    }

    public void start(Duties duties) {
        duty = Optional.of(duties.begin("image-keeper", this::run));
    }

    private void run() throws ApiError, InterruptedException {
        while (!closing) {
            try (var feed = store.watch(key -> key.type() == ResourceType.PODS, Optional.empty())) {
                lookAtAll();
                while (!closing && !feed.isCut()) {
                    var change = feed.next(LOOK);
                    change.flatMap(Change::after).ifPresent(this::tryToLook);
                    if (change.isEmpty()) {
                        lookAtAll();
                    }
                }
            }
        }
    }

    /// What an agent before us left to do, and what could not be done when it was seen.
    private void lookAtAll() {
        store.list(ResourceType.PODS, Optional.empty()).objects().forEach(this::tryToLook);
    }

    private void tryToLook(Json.Obj pod) {
        aside.handled(ObjectKey.of(ResourceType.PODS, pod).toString(), () -> look(pod));
    }

    private void look(Json.Obj pod) {
        var images = NewImages.of(pod);
        if (images.isEmpty()) {
            return;
        }
        var key = ObjectKey.of(ResourceType.PODS, pod);
        var idle = Metadata.isDeleting(pod) || Metadata.isOver(pod);
        var names = images.get().restarted(pod);
        if (idle || names.isEmpty() || isAskedFor(key, images.get(), names)) {
            forget(key, images.get());
        }
    }

    /// The request is there before the mark goes; its name is the mark's, so that it is made once.
    private void forget(ObjectKey pod, NewImages images) {
        try {
            store.change(
                    pod, it -> Optional.of(images.removedFrom(it)), ObjectStore.Durability.SYNCED);
        } catch (ApiError _) {
            // The pod is gone, or the disk is full: the next look tries again.
        }
    }

    /// @return false if it has to be tried again
    private boolean isAskedFor(ObjectKey pod, NewImages images, List<String> names) {
        var type = ResourceType.RECREATE_REQUESTS;
        var route = new Route(type, Optional.of(pod.namespace()), Optional.empty(), "");
        var path =
                "/%s/namespaces/%s/%s"
                        .formatted(type.group().path(), pod.namespace(), type.plural());
        var post = new HttpRequest("POST", path, Map.of(), new Headers());
        try {
            writes.create(post, route, request(pod, images, names), log);
            return true;
        } catch (ApiError error) {
            return switch (error.code()) {
                case 409 -> true;
                case 500, 503, 507 -> false;
                default -> {
                    log.accept(
                            "pod %s/%s has new images, but its containers were not restarted: %s"
                                    .formatted(pod.namespace(), pod.name(), error.getMessage()));
                    yield true;
                }
            };
        }
    }

    private static Json.Obj request(ObjectKey pod, NewImages images, List<String> names) {
        var containers =
                names.stream().map(it -> (Json) Json.object().put("name", it).done()).toList();
        var spec =
                Json.object()
                        .put("podName", pod.name())
                        .put("containers", Trees.array(containers))
                        .put("ttlSecondsAfterFinished", TTL)
                        .done();
        var metadata = Json.object().put("name", images.request(pod.name())).done();
        return Json.object().put("metadata", metadata).put("spec", spec).done();
    }

    @Override
    public void close() {
        closing = true;
        duty.ifPresent(Duty::close);
    }
}
