package dev.bookend.api.endpoint;

import dev.bookend.api.pod.PodKeeper;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.serve.Reply;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;

/// The logs of pods, and commands inside them.
public final class PodEndpoints {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final ObjectStore store;
    private final PodKeeper keeper;
    private final InstantSource time;

    public PodEndpoints(ObjectStore store, PodKeeper keeper, InstantSource time) {
        this.store = store;
        this.keeper = keeper;
        this.time = time;
    }

    public void log(HttpRequest request, Json.Obj pod, Reply reply)
            throws ApiError, IOException, InterruptedException {
        var query = LogQuery.of(request, time.instant());
        var container = container(pod, query.container());
        var attempt = attempt(pod, container, query.previous());
        var path = keeper.log(pod, attempt).orElseThrow(() -> noLog(pod, container));
        try (var out = reply.patiently().streamWhileHeard("text/plain");
                var log = new LogStream(path, query, out)) {
            var more = true;
            var alive = true;
            while (more && alive) {
                alive = query.follow() && isAlive(pod, attempt);
                more = log.copy();
                if (more && alive) {
                    Thread.sleep(BETWEEN_LOOKS);
                }
            }
        }
    }

    private static ApiError noLog(Json pod, String container) {
        return ApiError.badRequest(
                "container \"%s\" in pod \"%s\" has no log; it has not been started, or its files"
                                .formatted(container, Trees.text(pod, "metadata", "name"))
                        + " were removed");
    }

    /// Whether the attempt may still write.
    private boolean isAlive(Json.Obj pod, Attempt attempt) {
        return store.get(ObjectKey.of(ResourceType.PODS, pod))
                .filter(it -> Metadata.uid(it).equals(Metadata.uid(pod)))
                .flatMap(it -> status(it, attempt.container().text()))
                .filter(it -> it.at("state", "running").isPresent() || isStarting(it))
                .filter(it -> Trees.number(it, 0, "restartCount") + 1 == attempt.number())
                .isPresent();
    }

    private static boolean isStarting(Json status) {
        return Trees.text(status, "state", "waiting", "reason").equals("PostStartHookRunning");
    }

    private static Stream<Json> containers(Json pod) {
        return Stream.of("initContainers", "containers")
                .flatMap(it -> Trees.items(pod, "spec", it).stream());
    }

    /// The container that is meant; one must be named unless there is only one.
    private static String container(Json pod, String asked) throws ApiError {
        var name = Trees.text(pod, "metadata", "name");
        var mains =
                Trees.items(pod, "spec", "containers").stream()
                        .map(it -> Trees.text(it, "name"))
                        .toList();
        if (asked.isEmpty() && mains.size() == 1) {
            return mains.getFirst();
        }
        if (asked.isEmpty()) {
            throw ApiError.badRequest(
                    "a container name must be specified for pod %s, choose one of: %s"
                            .formatted(name, mains));
        }
        if (containers(pod).noneMatch(it -> Trees.text(it, "name").equals(asked))) {
            throw ApiError.badRequest(
                    "container %s is not valid for pod %s".formatted(asked, name));
        }
        return asked;
    }

    private static Optional<Json> status(Json pod, String container) {
        return Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(it -> Trees.items(pod, "status", it).stream())
                .filter(it -> Trees.text(it, "name").equals(container))
                .findFirst();
    }

    private Attempt attempt(Json.Obj pod, String container, boolean previous) throws ApiError {
        var status = status(pod, container).orElse(Trees.EMPTY);
        var number = (int) Trees.number(status, 0, "restartCount") + 1;
        var waits = !isStarting(status) && status.at("state", "waiting").isPresent();
        var last =
                waits && keeper.log(pod, attempt(container, number)).isEmpty()
                        ? number - 1
                        : number;
        var wanted = previous && !waits ? number - 1 : last;
        if (wanted < 1 && previous) {
            throw ApiError.badRequest(
                    "previous terminated container \"%s\" in pod \"%s\" not found"
                            .formatted(container, Trees.text(pod, "metadata", "name")));
        }
        if (wanted < 1 || status.equals(Trees.EMPTY)) {
            throw ApiError.badRequest(
                    "container \"%s\" in pod \"%s\" is waiting to start: %s"
                            .formatted(
                                    container,
                                    Trees.text(pod, "metadata", "name"),
                                    Trees.or(
                                            Trees.text(status, "state", "waiting", "reason"),
                                            "ContainerCreating")));
        }
        return attempt(container, wanted);
    }

    private static Attempt attempt(String container, int number) {
        return new Attempt(new ContainerName(container), number);
    }

    public void exec(HttpRequest request, Json.Obj pod, Reply reply)
            throws ApiError, IOException, InterruptedException {
        var container = container(pod, request.parameter("container").orElse(""));
        var command = request.parameters("command");
        if (command.isEmpty()) {
            throw ApiError.badRequest("you must specify at least one command for the container");
        }
        var life = keeper.life(pod);
        var status = status(pod, container).orElse(Trees.EMPTY);
        if (life.isEmpty() || (status.at("state", "running").isEmpty() && !isStarting(status))) {
            throw ApiError.badRequest(
                    "container %s of pod %s is not running; a command needs a running container"
                            .formatted(container, Trees.text(pod, "metadata", "name")));
        }
        var number = (int) Trees.number(status, 0, "restartCount") + 1;
        new Exec(request, life.get(), attempt(container, number)).run(reply);
    }
}
