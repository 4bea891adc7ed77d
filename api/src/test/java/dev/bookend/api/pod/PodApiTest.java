package dev.bookend.api.pod;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.containerId;
import static dev.bookend.api.service.TestPods.phase;
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

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Pods that live by their objects, as plain processes.
class PodApiTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
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

    /// Nothing may be left behind on the machine.
    @AfterEach
    void close() throws Exception {
        TestPods.endAll(client);
        world.close();
    }

    /// Shows SEE-1.
    @Test
    void aPodLivesAndIsDeletedInOrder() throws Exception {
        assertThat(client.post(PODS, pod("web", SERVE)).code()).isEqualTo(201);
        var ready = awaitObject(client, PODS + "/web", TestPods::isReady);
        assertThat(phase(ready)).isEqualTo("Running");
        assertThat(Trees.text(ready, "spec", "nodeName")).isEqualTo(NodeObject.name());
        awaitLog("hello\n");
        client.delete(PODS + "/web");
        awaitGone(client, PODS + "/web");
        var events = Trees.items(client.get("/api/v1/namespaces/default/events").json(), "items");
        assertThat(events)
                .extracting(it -> Trees.text(it, "reason"))
                .contains("Created", "Started", "Ready", "Killing", "Exited");
        assertThat(events)
                .extracting(it -> Trees.text(it, "message"))
                .contains("app: Container started");
    }

    private void awaitLog(String text) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(client.get(PODS + "/web/log").text()).isEqualTo(text));
    }

    @Test
    void aRunIsKnownByItsIdAfterItsEnd() throws Exception {
        client.post(PODS, pod("job", "exit 3", "OnFailure").line());
        var again =
                awaitObject(
                        client,
                        PODS + "/job",
                        it -> !lastId(it).isEmpty() && !containerId(it).isEmpty());
        assertThat(lastId(again)).startsWith("process://");
        client.post(PODS, pod("once", "exit 0", "Never").line());
        var ended = awaitObject(client, PODS + "/once", Metadata::isOver);
        var state = Trees.items(ended, "status", "containerStatuses").getFirst();
        assertThat(containerId(ended))
                .startsWith("process://")
                .isEqualTo(Trees.text(state, "state", "terminated", "containerID"));
    }

    private static String lastId(Json pod) {
        return Trees.items(pod, "status", "containerStatuses").stream()
                .map(it -> Trees.text(it, "lastState", "terminated", "containerID"))
                .findFirst()
                .orElse("");
    }

    @Test
    void aPodThatHasEndedStaysUntilItIsDeleted() throws Exception {
        client.post(PODS, pod("job", "echo done; exit 3", "Never").line());
        var ended = awaitObject(client, PODS + "/job", it -> phase(it).equals("Failed"));
        var state = Trees.items(ended, "status", "containerStatuses").getFirst();
        assertThat(Trees.number(state, 0, "state", "terminated", "exitCode")).isEqualTo(3);
        assertThat(client.get(PODS + "/job/log").text()).isEqualTo("done\n");
        assertThat(client.delete(PODS + "/job").code()).isEqualTo(200);
        assertThat(client.get(PODS + "/job").code()).isEqualTo(404);
    }

    /// Shows EXIT-8.
    @Test
    void theAgentGoesAndThePodStays() throws Exception {
        client.post(PODS, pod("web", SERVE));
        var before = awaitObject(client, PODS + "/web", TestPods::isReady);
        world.close();
        open();
        var after = awaitObject(client, PODS + "/web", TestPods::isReady);
        assertThat(containerId(after)).isEqualTo(containerId(before));
        assertThat(Metadata.uid(after)).isEqualTo(Metadata.uid(before));
        client.delete(PODS + "/web");
        awaitGone(client, PODS + "/web");
    }

    @Test
    void aFinalizerKeepsTheObjectOfAnEndedPod() throws Exception {
        var held =
                Trees.with(
                        pod("held", SERVE, "Always"),
                        Json.ofTexts(List.of("a.b/c")),
                        "metadata",
                        "finalizers");
        client.post(PODS, held.line());
        awaitObject(client, PODS + "/held", TestPods::isReady);
        client.delete(PODS + "/held");
        awaitObject(client, PODS + "/held", Metadata::isOver);
        client.patch("merge-patch", PODS + "/held", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(client.get(PODS + "/held").code()).isEqualTo(404);
    }

    /// Shows EXIT-6.
    @Test
    void aSecondDeletionMayOnlyHasten() throws Exception {
        client.post(PODS, pod("deaf", "trap '' TERM; echo; while :; do sleep 0.05; done"));
        awaitObject(client, PODS + "/deaf", TestPods::isReady);
        client.delete(PODS + "/deaf?gracePeriodSeconds=600");
        var first = client.get(PODS + "/deaf").json();
        client.delete(PODS + "/deaf?gracePeriodSeconds=900");
        assertThat(Trees.text(client.get(PODS + "/deaf").json(), "metadata", "deletionTimestamp"))
                .isEqualTo(Trees.text(first, "metadata", "deletionTimestamp"));
        client.delete(PODS + "/deaf?gracePeriodSeconds=0");
        awaitGone(client, PODS + "/deaf");
    }

    private static long restarts(Json pod) {
        return Trees.items(pod, "status", "containerStatuses").stream()
                .mapToLong(it -> Trees.number(it, 0, "restartCount"))
                .sum();
    }

    @Test
    void onlyWhatAKubeletMayChangeIsChanged() throws Exception {
        client.post(PODS, pod("web", SERVE));
        awaitObject(client, PODS + "/web", TestPods::isReady);
        var labelled =
                client.patch(
                        "strategic-merge-patch",
                        PODS + "/web",
                        "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(labelled.code()).isEqualTo(200);
        var image =
                client.patch(
                        "strategic-merge-patch",
                        PODS + "/web",
                        "{\"spec\":{\"containers\":[{\"name\":\"app\",\"image\":\"other\"}]}}");
        assertThat(image.code()).isEqualTo(200);
        awaitObject(client, PODS + "/web", it -> restarts(it) == 1 && TestPods.isReady(it));
        var requests = Trees.items(client.get(REQUESTS).json(), "items");
        assertThat(Trees.text(requests.getFirst(), "metadata", "name")).startsWith("web-image-");
        var command =
                client.patch(
                        "strategic-merge-patch",
                        PODS + "/web",
                        "{\"spec\":{\"containers\":[{\"name\":\"app\",\"command\":[\"x\"]}]}}");
        assertThat(command.code()).isEqualTo(422);
        assertThat(command.message()).contains("pod updates may not change fields other than");
    }

    @Test
    void logsAreCutAsAsked() throws Exception {
        client.post(PODS, pod("job", "echo one; echo two; echo three", "Never").line());
        awaitObject(client, PODS + "/job", Metadata::isOver);
        assertThat(client.get(PODS + "/job/log?tailLines=2").text()).isEqualTo("two\nthree\n");
        assertThat(client.get(PODS + "/job/log?tailLines=0").text()).isEmpty();
        assertThat(client.get(PODS + "/job/log?limitBytes=5").text()).isEqualTo("one\nt");
        assertThat(client.get(PODS + "/job/log?follow=true&container=app").text())
                .isEqualTo("one\ntwo\nthree\n");
        assertThat(client.get(PODS + "/job/log?timestamps=true").text().lines().findFirst())
                .hasValueSatisfying(it -> assertThat(it).matches("20\\S+ one"));
        assertThat(client.get(PODS + "/job/log?sinceTime=2999-01-01T00:00:00Z").text()).isEmpty();
        assertThat(client.get(PODS + "/job/log?previous=true").code()).isEqualTo(400);
        assertThat(client.get(PODS + "/job/log?container=none").code()).isEqualTo(400);
    }

    @Test
    void aFollowedLogEndsWithItsContainer() throws Exception {
        client.post(PODS, pod("web", SERVE));
        awaitObject(client, PODS + "/web", TestPods::isReady);
        try (var log = client.stream(PODS + "/web/log?follow=true")) {
            client.delete(PODS + "/web");
            assertThat(new String(log.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("hello\nbye\n");
        }
    }

    @Test
    void execOverSpdyIsRefusedWithAnExplanation() throws Exception {
        client.post(PODS, pod("web", SERVE));
        awaitObject(client, PODS + "/web", TestPods::isReady);
        var answer = client.post(PODS + "/web/exec?command=true", "");
        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).contains("kubectl 1.31");
    }

    /// Shows EXIT-8.
    @Test
    void drainedPodsComeBackWithTheNextAgent() throws Exception {
        client.post(PODS, pod("web", SERVE));
        var before = awaitObject(client, PODS + "/web", TestPods::isReady);
        var drained = client.post("/bookend/drain?budgetSeconds=3", "");
        assertThat(drained.text()).contains("\"type\":\"Drained\"").contains("default/web");
        assertThat(Metadata.isOver(client.get(PODS + "/web").json())).isTrue();
        world.close();
        open();
        var after = awaitObject(client, PODS + "/web", TestPods::isReady);
        assertThat(Metadata.uid(after)).isNotEqualTo(Metadata.uid(before));
    }

    private static String request(String name, String pod, String container) {
        return """
        {"metadata":{"name":"%s"},
         "spec":{"podName":"%s","containers":[{"name":"%s"}]}}
        """
                .formatted(name, pod, container);
    }

    /// Shows CRR-1.
    @Test
    void aRequestRecreatesAContainer() throws Exception {
        client.post(PODS, pod("web", SERVE));
        var before = awaitObject(client, PODS + "/web", TestPods::isReady);
        var made = client.post(REQUESTS, request("again", "web", "app"));
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertThat(Trees.texts(made.json(), "metadata", "labels"))
                .containsEntry("crr.apps.kruise.io/pod-uid", Metadata.uid(before));
        var done =
                awaitObject(
                        client,
                        REQUESTS + "/again",
                        it -> Trees.text(it, "status", "phase").equals("Completed"));
        var state = Trees.items(done, "status", "containerRecreateStates").getFirst();
        assertThat(Trees.text(state, "phase")).isEqualTo("Succeeded");
        var after = awaitObject(client, PODS + "/web", TestPods::isReady);
        assertThat(containerId(after)).isNotEqualTo(containerId(before));
        var status = Trees.items(after, "status", "containerStatuses").getFirst();
        assertThat(Trees.number(status, 0, "restartCount")).isEqualTo(1);
        assertThat(client.get("/metrics").text())
                .contains("bookend_recreations_total{result=\"succeeded\"} 1");
    }

    /// Shows CRR-1.
    @Test
    void aRequestForNothingIsRefused() throws Exception {
        client.post(PODS, pod("web", SERVE));
        awaitObject(client, PODS + "/web", TestPods::isReady);
        assertThat(client.post(REQUESTS, request("a", "web", "none")).code()).isEqualTo(422);
        assertThat(client.post(REQUESTS, request("b", "none", "app")).code()).isEqualTo(422);
        client.post(REQUESTS, request("c", "web", "app"));
        var changed =
                client.patch("merge-patch", REQUESTS + "/c", "{\"spec\":{\"podName\":\"other\"}}");
        assertThat(changed.code()).isEqualTo(422);
    }
}
