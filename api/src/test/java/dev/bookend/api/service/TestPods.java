package dev.bookend.api.service;

import static org.awaitility.Awaitility.await;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// Pods of one shell script each, and waiting for what becomes of them.
public final class TestPods {
    /// Serves until it is told to end, and says so.
    public static final String SERVE =
            "trap 'echo bye; exit 0' TERM; echo hello; while :; do sleep 0.05; done";

    private static final Duration SOON = Duration.ofSeconds(30);

    private TestPods() {}

    public static String pod(String name, String script) {
        return pod(name, script, "Always").line();
    }

    public static Json.Obj pod(String name, String script, String restartPolicy) {
        var container =
                Json.object()
                        .put("name", "app")
                        .put("image", "none")
                        .put("command", List.of("sh", "-c", script))
                        .done();
        var spec =
                Json.object()
                        .put("terminationGracePeriodSeconds", 5)
                        .put("restartPolicy", restartPolicy)
                        .put("containers", Trees.array(List.of(container)))
                        .done();
        return Json.object()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("metadata", Json.object().put("name", name).done())
                .put("spec", spec)
                .done();
    }

    public static Json json(String text) {
        return ((JsonRead.Value) JsonRead.of(text)).json();
    }

    /// Waits until the object at a path is as wanted.
    public static Json awaitObject(TestClient client, String path, Predicate<Json> wanted) {
        return await().atMost(SOON).ignoreExceptions().until(() -> client.get(path).json(), wanted);
    }

    public static void awaitGone(TestClient client, String path) {
        await().atMost(SOON).until(() -> client.get(path).code() == 404);
    }

    /// Kills all pods and waits until they are gone, so that nothing is left behind on the machine.
    public static void endAll(TestClient client) throws Exception {
        client.send("DELETE", "/api/v1/pods?gracePeriodSeconds=0", "", "");
        await().atMost(SOON)
                .until(() -> Trees.items(client.get("/api/v1/pods").json(), "items").isEmpty());
    }

    /// Waits until the agent says that it has its pods and can take more.
    public static void awaitReady(TestClient client) {
        await().atMost(SOON).until(() -> client.get("/readyz").text().equals("ok"));
    }

    public static String phase(Json pod) {
        return Trees.text(pod, "status", "phase");
    }

    public static boolean isReady(Json pod) {
        return Trees.items(pod, "status", "conditions").stream()
                .filter(it -> Trees.text(it, "type").equals("Ready"))
                .anyMatch(it -> Trees.text(it, "status").equals("True"));
    }

    public static String containerId(Json pod) {
        return Trees.text(
                Trees.items(pod, "status", "containerStatuses").getFirst(), "containerID");
    }
}
