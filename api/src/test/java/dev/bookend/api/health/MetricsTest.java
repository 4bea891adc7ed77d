package dev.bookend.api.health;

import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.awaitReady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.resource.Trees;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.TestClient;
import dev.bookend.api.service.TestPods;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// What Prometheus reads after a life that is known.
class MetricsTest {
    private static final String WEB = "/api/v1/namespaces/default/pods/web";
    private static final String REQUESTS =
            "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests";

    @TempDir Path directory;
    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void open() throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
    }

    @AfterEach
    void close() throws Exception {
        client.delete(WEB + "?gracePeriodSeconds=0");
        awaitGone(client, WEB);
        world.close();
    }

    /// The app fails once, and then serves.
    private String pod() {
        return """
        {"apiVersion":"v1","kind":"Pod",
         "metadata":{"name":"web","annotations":{"bookend.dev/sidecars":"log"}},
         "spec":{"terminationGracePeriodSeconds":20,"containers":[
          {"name":"app","image":"x",
           "command":["sh","-c","mkdir %s/once && exit 3; %s"],
           "lifecycle":{"preStop":{"exec":{"command":["true"]}}}},
          {"name":"log","image":"x","command":["sh","-c","%s"],
           "lifecycle":{"postStart":{"exec":{"command":["true"]}}}}]}}
        """
                .formatted(directory, TestPods.SERVE, TestPods.SERVE);
    }

    private static boolean isServing(Json pod) {
        return TestPods.isReady(pod)
                && Trees.items(pod, "status", "containerStatuses").stream()
                        .anyMatch(it -> Trees.number(it, 0, "restartCount") == 1);
    }

    /// A crash, a restart, a recreation.
    private void live() throws Exception {
        var made = client.post("/api/v1/namespaces/default/pods", pod());
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        awaitObject(client, WEB, MetricsTest::isServing);
        client.post(
                REQUESTS,
                """
                {"metadata":{"name":"again"},
                 "spec":{"podName":"web","containers":[{"name":"app"}]}}
                """);
        awaitObject(
                client,
                REQUESTS + "/again",
                it -> Trees.text(it, "status", "phase").equals("Completed"));
    }

    /// Shows CRR-12.
    @Test
    void aKnownLifeIsMeasured() throws Exception {
        live();
        client.delete(WEB);
        awaitGone(client, WEB);
        assertThat(client.get("/metrics").text())
                .contains("# TYPE bookend_gate_wait_seconds histogram\n")
                .contains("bookend_gate_wait_seconds_count 1\n")
                .contains("bookend_hook_seconds_count{hook=\"postStart\"} 1\n")
                .contains("bookend_hook_seconds_count{hook=\"preStop\"} 2\n")
                .contains("bookend_level_exit_seconds_count 2\n")
                .contains("bookend_restarts_total{cause=\"crash\"} 1\n")
                .contains("bookend_restarts_total{cause=\"recreate\"} 1\n")
                .contains("bookend_recreations_total{result=\"succeeded\"} 1\n")
                .doesNotContain("web")
                .doesNotContain("bookend_kills_total");
    }

    @Test
    void whatHappenedBeforeThisAgentIsNotCountedAgain() throws Exception {
        live();
        world.close();
        open();
        awaitObject(client, WEB, TestPods::isReady);
        assertThat(client.get("/metrics").text())
                .doesNotContain("bookend_recreations_total")
                .doesNotContain("bookend_restarts_total");
    }

    @Test
    void healthIsToldToThoseWithTheToken() throws Exception {
        awaitReady(client);
        for (var path : new String[] {"/healthz", "/livez", "/readyz"}) {
            assertThat(client.get(path).text()).isEqualTo("ok");
            assertThat(client.send(client.request(path, "Bearer no").build()).code())
                    .isEqualTo(401);
        }
    }
}
