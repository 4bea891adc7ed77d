package dev.bookend.api.pod;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.api.resource.Metadata;
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
import java.time.Duration;
import java.util.List;

/// What clients may change of pods that live, and what they may say of their status.
class PodChangesTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String WEB = PODS + "/web";
    private static final String EXIT = "kruise.io/container-exit-priority";

    @TempDir Path directory;
    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void open() throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
    }

    /// Nothing may be left behind on the machine.
    @AfterEach
    void close() throws Exception {
        TestPods.endAll(client);
        world.close();
    }

    /// A pod with a preStop sleep of 2 s and a grace of 5 s.
    private Json.Obj live() throws Exception {
        var sleep = Json.object().put("sleep", Json.object().put("seconds", 2).done()).done();
        var hook = Json.object().put("preStop", sleep).done();
        var pod = pod("web", SERVE, "Always");
        var container = (Json.Obj) Trees.items(pod, "spec", "containers").getFirst();
        var hooked = Trees.array(List.of(Trees.with(container, hook, "lifecycle")));
        assertThat(client.post(PODS, Trees.with(pod, hooked, "spec", "containers").line()).code())
                .isEqualTo(201);
        return (Json.Obj) awaitObject(client, WEB, TestPods::isReady);
    }

    /// Shows INPUT-7.
    @Test
    void whatWouldBeRefusedAsANewPodIsRefusedAsAChange() throws Exception {
        var web = live();
        var graces =
                List.of(
                        client.patch("merge-patch", WEB, grace(1)),
                        client.patch("strategic-merge-patch", WEB, grace(1)),
                        client.patch(
                                "json-patch",
                                WEB,
                                """
                                [{"op": "replace", "value": 1,
                                  "path": "/spec/terminationGracePeriodSeconds"}]\
                                """),
                        client.put(
                                WEB,
                                Trees.with(
                                        web, Json.of(1), "spec", "terminationGracePeriodSeconds")));
        assertThat(graces)
                .allSatisfy(
                        it -> {
                            assertThat(it.code()).as(it.text()).isEqualTo(422);
                            assertThat(it.message()).contains("preStop.sleep");
                        });
        assertThat(client.patch("merge-patch", WEB, grace(-1)).code()).isEqualTo(422);
        assertThat(client.patch("merge-patch", WEB, grace(Long.MAX_VALUE)).code()).isEqualTo(422);
        assertThat(client.patch("merge-patch", WEB, grace(4)).code()).isEqualTo(200);
    }

    private static String grace(long seconds) {
        return "{\"spec\": {\"terminationGracePeriodSeconds\": %d}}".formatted(seconds);
    }

    /// Shows INPUT-7.
    @Test
    void theOrderOfAPodIsFixedOnEveryWay() throws Exception {
        var web = live();
        var patch = "{\"metadata\": {\"annotations\": {\"%s\": \"garbage\"}}}".formatted(EXIT);
        var marked = Trees.with(web, Json.of("garbage"), "metadata", "annotations", EXIT);
        var answers =
                List.of(
                        client.patch("merge-patch", WEB, patch),
                        client.patch("strategic-merge-patch", WEB, patch),
                        client.patch("merge-patch", WEB + "/status", patch),
                        client.put(WEB, marked),
                        client.put(WEB + "/status", marked));
        assertThat(answers)
                .allSatisfy(
                        it -> {
                            assertThat(it.code()).as(it.text()).isEqualTo(422);
                            assertThat(it.message())
                                    .contains(EXIT, "fixed", "delete the pod and make it anew");
                        });
        var plain = "{\"metadata\": {\"labels\": {\"a\": \"b\"}, \"annotations\": {\"c\": \"d\"}}}";
        assertThat(client.patch("merge-patch", WEB, plain).code()).isEqualTo(200);
        var drained =
                "{\"metadata\": {\"annotations\": {\"%s\": \"x\"}}}"
                        .formatted(PodAdmission.DRAINED);
        assertThat(client.patch("merge-patch", WEB, drained).text())
                .doesNotContain(PodAdmission.DRAINED);
    }

    @Test
    void thePhaseIsNotForClientsToSay() throws Exception {
        live();
        for (var kind : List.of("merge-patch", "strategic-merge-patch")) {
            var answer =
                    client.patch(kind, WEB + "/status", "{\"status\": {\"phase\": \"Failed\"}}");
            assertThat(answer.code()).as(answer.text()).isEqualTo(200);
            assertThat(TestPods.phase(answer.json())).isEqualTo("Running");
            assertThat(answer.response().headers().firstValue("Warning").orElse(""))
                    .contains("the agent owns a pod's status");
        }
        var gate =
                "{\"status\": {\"conditions\": [{\"type\": \"example.com/gate\","
                        + " \"status\": \"True\"}, {\"type\": \"Ready\", \"status\": \"False\"}]}}";
        var kept = client.patch("strategic-merge-patch", WEB + "/status", gate).json();
        assertThat(TestPods.isReady(kept)).isTrue();
        assertThat(kept.line()).contains("example.com/gate");
        client.delete(WEB);
        awaitGone(client, WEB);
    }

    @Test
    void anEndedPodCanBeDeletedWhateverWasSaidOfItsPhase() throws Exception {
        client.post(PODS, pod("web", "exit 0", "Never").line());
        awaitObject(client, WEB, Metadata::isOver);
        client.patch("merge-patch", WEB + "/status", "{\"status\": {\"phase\": \"Running\"}}");
        assertThat(TestPods.phase(client.get(WEB).json())).isEqualTo("Succeeded");
        client.delete(WEB);
        awaitGone(client, WEB);
    }

    @Test
    void aFinalizerHoldsAnEndedPodAndAnEventSaysSo() throws Exception {
        live();
        var held = "{\"metadata\": {\"finalizers\": [\"example.com/hold\"]}}";
        assertThat(client.patch("merge-patch", WEB, held).code()).isEqualTo(200);
        client.delete(WEB);
        awaitObject(client, WEB, Metadata::isOver);
        await().atMost(Duration.ofSeconds(30))
                .until(
                        () ->
                                client.get("/api/v1/namespaces/default/events")
                                        .text()
                                        .contains("held by the finalizers example.com/hold"));
        var more = "{\"metadata\": {\"finalizers\": [\"example.com/hold\", \"example.com/b\"]}}";
        assertThat(client.patch("merge-patch", WEB, more).message())
                .contains("no new finalizers can be added if the object is being deleted");
        client.patch("merge-patch", WEB, "{\"metadata\": {\"finalizers\": null}}");
        awaitGone(client, WEB);
    }

    @Test
    void whatBecameOfARequestIsNotForClientsToSay() throws Exception {
        live();
        var requests = "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests";
        var request =
                "{\"metadata\": {\"name\": \"r\"}, \"spec\": {\"podName\": \"web\","
                        + " \"containers\": [{\"name\": \"app\"}]}}";
        assertThat(client.post(requests, request).code()).isEqualTo(201);
        var forged = "{\"status\": {\"message\": \"forged\"}}";
        var answer = client.patch("merge-patch", requests + "/r/status", forged);
        assertThat(answer.code()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).doesNotContain("forged");
        assertThat(answer.response().headers().firstValue("Warning").orElse(""))
                .contains("the agent owns a request's status");
        assertThat(client.get(requests + "/r").text()).doesNotContain("forged");
    }

    @Test
    void aGraceThatNoClockReachesIsRefused() throws Exception {
        live();
        for (var grace : List.of("9223372036854775807", "\"soon\"", "1e3")) {
            var answer =
                    client.send(
                            "DELETE",
                            WEB,
                            "application/json",
                            "{\"kind\": \"DeleteOptions\", \"apiVersion\": \"v1\","
                                    + " \"gracePeriodSeconds\": %s}".formatted(grace));
            assertThat(answer.code()).as(answer.text()).isEqualTo(400);
        }
    }
}
