package dev.bookend.api.pod;

import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.awaitReady;
import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.TestClient;
import dev.bookend.api.service.TestPods;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Containers that live while somebody changes what the agent has stored of their pods. Shows
/// SAFE-4.
class LivingPodsTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String WEB = PODS + "/web";
    private static final ObjectKey KEY = new ObjectKey(ResourceType.PODS, "default", "web");

    @TempDir Path directory;
    private ProcessHandle app;
    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void live() throws Exception {
        var pid = directory.resolve("app.pid");
        open();
        var script =
                "echo $$$$ > %s; trap 'echo end > %s; exit 0' TERM; while :; do sleep 0.05; done"
                        .formatted(pid, directory.resolve("end"));
        assertThat(client.post(PODS, pod("web", script)).code()).isEqualTo(201);
        awaitObject(client, WEB, TestPods::isReady);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(pid) && Files.size(pid) > 1);
        app = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        world.close();
    }

    private void open() throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
    }

    @AfterEach
    void close() throws Exception {
        app.destroyForcibly();
        world.close();
    }

    /// What an older release, or somebody with an editor, may have left.
    private void store(UnaryOperator<Json.Obj> change) throws Exception {
        try (var store = ObjectStore.open(directory.resolve("api").resolve("objects"))) {
            store.change(KEY, it -> Optional.of(change.apply(it)), ObjectStore.Durability.SYNCED);
        }
    }

    private void isAdoptedAndEndedByDelete() throws Exception {
        assertThat(app.isAlive()).isTrue();
        open();
        awaitReady(client);
        awaitObject(client, WEB, TestPods::isReady);
        assertThat(app.isAlive()).isTrue();
        client.delete(WEB);
        awaitGone(client, WEB);
        assertThat(app.isAlive()).isFalse();
        assertThat(directory.resolve("end")).as("it was asked to end").exists();
    }

    @Test
    void aPodThatIsRefusedNowIsGoneOnWith() throws Exception {
        var key = "kruise.io/container-exit-priority";
        store(it -> Trees.with(it, Json.of("garbage"), "metadata", "annotations", key));
        isAdoptedAndEndedByDelete();
    }

    @Test
    void aPodThatIsSaidToBeOverIsGoneOnWith() throws Exception {
        store(it -> Trees.with(it, Json.of("Succeeded"), "status", "phase"));
        isAdoptedAndEndedByDelete();
    }

    @Test
    void aPodOfAMachineThatWasRenamedIsGoneOnWith() throws Exception {
        store(it -> Trees.with(it, Json.of("other"), "spec", "nodeName"));
        isAdoptedAndEndedByDelete();
    }

    @Test
    void aPodThatWasMarkedByADrainAndLivesKeepsItsUid() throws Exception {
        store(it -> Trees.with(it, Json.of("x"), "metadata", "annotations", PodAdmission.DRAINED));
        isAdoptedAndEndedByDelete();
    }

    @Test
    void aPodWhoseObjectIsGoneGetsItAgain() throws Exception {
        Files.write(directory.resolve("api").resolve("objects"), new byte[0]);
        isAdoptedAndEndedByDelete();
        assertThat(world.log).anySatisfy(it -> assertThat(it).contains("no object spoke of it"));
    }

    @Test
    void aPodWhoseNameAnotherHasNowIsNamedUntilItIsEnded() throws Exception {
        store(it -> Trees.with(it, Json.of("11111111-2222"), "metadata", "uid"));
        open();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () ->
                                assertThat(client.get("/readyz").text())
                                        .contains("containers of pod default/web run (app)"));
        assertThat(client.get("/readyz").code()).isEqualTo(503);
        client.delete(WEB);
        awaitGone(client, WEB);
        assertThat(app.isAlive()).as("another one was deleted").isTrue();
        world.close();
        isAdoptedAndEndedByDelete();
    }
}
