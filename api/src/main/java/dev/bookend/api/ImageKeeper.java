package dev.bookend.api;

import dev.bookend.manifest.Json;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Restarts containers whose image was changed, as a kubelet does: by a ContainerRecreateRequest in
/// the agent's own name, so that hooks, grace and order hold and everybody can see it.
final class ImageKeeper implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final long TTL = 60;

    private final ObjectStore store;
    private final Writes writes;
    private final Consumer<String> log;
    private volatile boolean closing;
    private Optional<Thread> thread = Optional.empty();

    ImageKeeper(ObjectStore store, Writes writes, Consumer<String> log) {
        this.store = store;
        this.writes = writes;
        this.log = log;
    }

    void start() {
        thread = Optional.of(Thread.ofVirtual().name("image-keeper").start(this::run));
    }

    private void run() {
        while (!closing) {
            try (var feed = store.watch(key -> key.type() == ResourceType.PODS, Optional.empty())) {
                while (!closing && !feed.isCut()) {
                    feed.next(LOOK).ifPresent(this::take);
                }
            } catch (ApiError _) {
                // A watch from now on is never refused.
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void take(Change change) {
        if (change.before().isEmpty() || change.after().isEmpty()) {
            return;
        }
        var pod = change.after().get();
        var before = images(change.before().get());
        var names =
                images(pod).entrySet().stream()
                        .filter(it -> !it.getValue().equals(before.get(it.getKey())))
                        .map(Map.Entry::getKey)
                        .toList();
        var same = Metadata.uid(pod).equals(Metadata.uid(change.before().get()));
        if (same && !names.isEmpty() && !Metadata.isDeleting(pod) && !Metadata.isOver(pod)) {
            restart(change.key(), names);
        }
    }

    private static Map<String, String> images(Json.Obj pod) {
        return Trees.items(pod, "spec", "containers").stream()
                .collect(
                        Collectors.toMap(
                                it -> Trees.text(it, "name"), it -> Trees.text(it, "image")));
    }

    private void restart(ObjectKey pod, List<String> names) {
        var type = ResourceType.RECREATE_REQUESTS;
        var route = new Route(type, Optional.of(pod.namespace()), Optional.empty(), "");
        var path =
                "/%s/namespaces/%s/%s"
                        .formatted(type.group().path(), pod.namespace(), type.plural());
        var post = new HttpRequest("POST", path, Map.of(), new Headers());
        try {
            writes.create(post, route, request(pod, names), log);
        } catch (ApiError error) {
            log.accept(
                    "pod %s/%s has new images, but its containers were not restarted: %s"
                            .formatted(pod.namespace(), pod.name(), error.getMessage()));
        }
    }

    private static Json.Obj request(ObjectKey pod, List<String> names) {
        var containers =
                names.stream().map(it -> (Json) Json.object().put("name", it).done()).toList();
        var spec =
                Json.object()
                        .put("podName", pod.name())
                        .put("containers", Trees.array(containers))
                        .put("ttlSecondsAfterFinished", TTL)
                        .done();
        var metadata = Json.object().put("generateName", pod.name() + "-image-").done();
        return Json.object().put("metadata", metadata).put("spec", spec).done();
    }

    @Override
    public void close() {
        closing = true;
        thread.ifPresent(Thread::interrupt);
    }
}
