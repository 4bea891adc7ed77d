package dev.bookend.api.service;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.awaitReady;
import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.state.SteadyTime;
import dev.bookend.api.resource.Trees;
import dev.bookend.runtime.SmallDisk;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// An agent whose state directory is on a full disk: nothing new, and everything can be ended.
class FullDiskTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String REQUESTS =
            "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests";
    private static final String REQUEST =
            """
            {"metadata":{"name":"%s"},
             "spec":{"podName":"web","containers":[{"name":"app"}]}}
            """;

    @TempDir Path directory;
    private SmallDisk disk;
    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void open() throws Exception {
        disk = SmallDisk.mount(directory.resolve("disk"), "size=16m");
        openAgent(0);
        client.post(PODS, pod("web", SERVE));
        awaitObject(client, PODS + "/web", TestPods::isReady);
    }

    private void openAgent(int port) throws Exception {
        world = ApiWorld.open(disk.directory(), new SteadyTime(), port);
        client = world.client();
    }

    @AfterEach
    void close() throws Exception {
        if (world != null) {
            client.send("DELETE", PODS + "?gracePeriodSeconds=0", "", "");
            awaitGone(client, PODS + "/web");
            world.close();
        }
        if (disk != null) {
            disk.close();
        }
    }

    private static String map(String name) {
        return "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"k\":\"%s\"}}"
                .formatted(name, "x".repeat(20_000));
    }

    /// The store has a little room of its own, beside its reserve.
    private void fillDisk() throws Exception {
        disk.fill();
        for (var i = 0; client.post(MAPS, map("filling" + i)).code() == 201; i++) {
            assertThat(i).isLessThan(50);
        }
    }

    @Test
    void nothingNewIsTakenAndWhatIsThereCanBeEnded() throws Exception {
        client.post(MAPS, map("before"));
        fillDisk();
        var refused = client.post(MAPS, map("during"));
        assertThat(refused.code()).isEqualTo(507);
        assertThat(refused.reason()).isEqualTo("InsufficientStorage");
        assertThat(refused.message()).contains("nothing has changed", "make room on the disk");
        assertThat(client.get(MAPS + "/during").code()).isEqualTo(404);
        assertThat(client.delete(MAPS + "/before").code()).isEqualTo(200);
        client.delete(PODS + "/web");
        awaitGone(client, PODS + "/web");
        disk.empty();
        assertThat(client.post(MAPS, map("after")).code()).isEqualTo(201);
    }

    @Test
    void theAgentIsNotReadyWhileTheDiskIsFullAndSaysWhy() throws Exception {
        awaitReady(client);
        disk.fill();
        var full = client.get("/readyz");
        assertThat(full.code()).isEqualTo(503);
        assertThat(full.text())
                .contains("the state directory cannot be written", "No space left on device");
        assertThat(client.get("/livez").text()).as("a restart would not help").isEqualTo("ok");
        disk.empty();
        assertThat(client.get("/readyz").text()).isEqualTo("ok");
    }

    @Test
    void aRequestMadeBeforeEndsAndItsEndIsWrittenDown() throws Exception {
        client.post(PODS, pod("web", SERVE));
        var strategy = ",\"strategy\":{\"unreadyGracePeriodSeconds\":2}}}";
        client.post(REQUESTS, REQUEST.formatted("slow").strip().replaceAll("}}$", strategy));
        fillDisk();
        disk.empty();
        awaitObject(
                client,
                REQUESTS + "/slow",
                it -> Trees.text(it, "status", "phase").equals("Completed"));
        assertThat(client.post(REQUESTS, REQUEST.formatted("late")).code()).isEqualTo(201);
    }

    @Test
    void anAgentComesBackOnAFullDiskAndEndsItsPods() throws Exception {
        fillDisk();
        var port = world.service.port();
        world.close();
        openAgent(port);
        awaitObject(client, PODS + "/web", TestPods::isReady);
        client.delete(PODS + "/web");
        awaitGone(client, PODS + "/web");
        disk.empty();
        assertThat(client.post(MAPS, map("after")).code()).isEqualTo(201);
    }
}
