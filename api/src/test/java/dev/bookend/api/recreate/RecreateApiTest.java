package dev.bookend.api.recreate;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.containerId;
import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.MovedTime;
import dev.bookend.api.service.TestClient;
import dev.bookend.api.service.TestPods;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// ContainerRecreateRequests as objects: what is written into them, and when they go.
class RecreateApiTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String WEB = PODS + "/web";
    private static final String REQUESTS =
            "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests";
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir Path directory;
    private final MovedTime time = new MovedTime();
    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void open() throws Exception {
        world = ApiWorld.open(directory, time);
        client = world.client();
    }

    @AfterEach
    void close() throws Exception {
        TestPods.endAll(client);
        world.close();
    }

    private Json servingPod() throws Exception {
        client.post(PODS, pod("web", SERVE));
        return awaitObject(client, WEB, TestPods::isReady);
    }

    private TestClient.Answer ask(String name, String more) throws Exception {
        return client.post(
                REQUESTS,
                """
                {"metadata":{"name":"%s"},
                 "spec":{"podName":"web","containers":[{"name":"app"}]%s}}
                """
                        .formatted(name, more));
    }

    private Json awaitCompleted(String name) {
        return awaitObject(
                client,
                REQUESTS + "/" + name,
                it -> Trees.text(it, "status", "phase").equals("Completed"));
    }

    private static String phaseOfApp(Json request) {
        return Trees.text(
                Trees.items(request, "status", "containerRecreateStates").getFirst(), "phase");
    }

    /// Shows CRR-9.
    @Test
    void aFinishedRequestOutlivesItsPodByTenMinutes() throws Exception {
        servingPod();
        ask("done", "");
        assertThat(phaseOfApp(awaitCompleted("done"))).isEqualTo("Succeeded");
        time.pass(Duration.ofHours(2));
        client.delete(WEB);
        awaitGone(client, WEB);
        awaitObject(client, REQUESTS + "/done", RecreateApiTest::knowsThatThePodIsGone);
        time.pass(RecreateEnd.AFTER_POD.minusSeconds(60));
        staysFor("done");
        time.pass(Duration.ofSeconds(61));
        awaitGone(client, REQUESTS + "/done");
    }

    private static boolean knowsThatThePodIsGone(Json request) {
        return request.at("metadata", "annotations", "bookend.dev/pod-gone-since").isPresent();
    }

    /// The keeper looks at all requests in the order of their age, so that a younger one that goes
    /// proves that it has looked at this one too.
    private void staysFor(String name) throws Exception {
        client.post(PODS, pod("web", SERVE));
        awaitObject(client, WEB, TestPods::isReady);
        ask("marker", ",\"ttlSecondsAfterFinished\":0");
        awaitGone(client, REQUESTS + "/marker");
        assertThat(client.get(REQUESTS + "/" + name).code()).isEqualTo(200);
    }

    /// Shows CRR-8.
    @Test
    void aRequestWhosePodGoesAwayCompletesAndGoesToo() throws Exception {
        client.post(PODS, pod("web", "trap '' TERM; echo; while :; do sleep 0.05; done"));
        awaitObject(client, WEB, TestPods::isReady);
        ask("cut", ",\"strategy\":{\"terminationGracePeriodSeconds\":600}");
        awaitObject(
                client,
                REQUESTS + "/cut",
                it -> Trees.text(it, "status", "phase").equals("Recreating"));
        client.delete(WEB + "?gracePeriodSeconds=0");
        var cut = awaitCompleted("cut");
        assertThat(Trees.text(cut, "status", "message")).isEqualTo("pod has gone");
        assertThat(phaseOfApp(cut)).isEqualTo("Failed");
        assertThat(Trees.texts(cut, "metadata", "labels"))
                .doesNotContainKey("crr.apps.kruise.io/active");
        awaitObject(client, REQUESTS + "/cut", RecreateApiTest::knowsThatThePodIsGone);
        time.pass(RecreateEnd.AFTER_POD.plusSeconds(1));
        awaitGone(client, REQUESTS + "/cut");
    }

    /// Shows CRR-9.
    @Test
    void aTtlCountsWhetherThePodLivesOrNot() throws Exception {
        servingPod();
        ask("soon", ",\"ttlSecondsAfterFinished\":30");
        ask("late", ",\"ttlSecondsAfterFinished\":3000");
        awaitCompleted("soon");
        awaitCompleted("late");
        time.pass(Duration.ofSeconds(31));
        awaitGone(client, REQUESTS + "/soon");
        client.delete(WEB);
        awaitGone(client, WEB);
        time.pass(Duration.ofSeconds(1000));
        staysFor("late");
        time.pass(Duration.ofSeconds(2000));
        awaitGone(client, REQUESTS + "/late");
    }

    /// Shows CRR-9.
    @Test
    void withoutATtlARequestStaysAsLongAsItsPod() throws Exception {
        servingPod();
        for (var i = 0; i < 18; i++) {
            ask("r" + i, "");
        }
        awaitCompleted("r17");
        time.pass(Duration.ofDays(30));
        staysFor("r0");
        assertThat(Trees.items(client.get(REQUESTS).json(), "items")).hasSize(18);
    }

    @Test
    void aFinalizerKeepsARequestWhoseTimeIsOver() throws Exception {
        servingPod();
        ask("held", ",\"ttlSecondsAfterFinished\":3000");
        client.patch(
                "merge-patch", REQUESTS + "/held", "{\"metadata\":{\"finalizers\":[\"a.b/c\"]}}");
        awaitCompleted("held");
        time.pass(Duration.ofSeconds(3001));
        awaitObject(client, REQUESTS + "/held", Metadata::isDeleting);
        client.patch("merge-patch", REQUESTS + "/held", "{\"metadata\":{\"finalizers\":null}}");
        awaitGone(client, REQUESTS + "/held");
    }

    /// Shows CRR-2.
    @Test
    void aPodThatHasEndedOrHasYetToBeginIsRefusedAsWhatItIs() throws Exception {
        client.post(PODS, pod("web", "exit 0", "OnFailure").line());
        awaitObject(client, WEB, Metadata::isOver);
        var ended = ask("late", "");
        assertThat(ended.code()).isEqualTo(422);
        assertThat(ended.message()).contains("the pod is not active");
        client.delete(WEB);
        var elsewhere = Trees.with(pod("web", SERVE, "Always"), Json.of("x"), "spec", "nodeName");
        client.post(PODS, elsewhere.line());
        var early = ask("early", "");
        assertThat(early.code()).isEqualTo(422);
        assertThat(early.message()).contains("the container has never been started");
    }

    @Test
    void aRequestIsTakenRightAfterTheAgentsStart() throws Exception {
        servingPod();
        world.close();
        open();
        assertThat(ask("early", "").code()).isEqualTo(201);
        assertThat(phaseOfApp(awaitCompleted("early"))).isEqualTo("Succeeded");
    }

    /// Shows CRR-2.
    @Test
    void whatCannotWorkIsRefusedWithAllReasons() throws Exception {
        servingPod();
        var answer =
                client.post(
                        REQUESTS,
                        """
                        {"metadata":{"name":"bad"},"spec":{"podName":"web",
                         "containers":[{"name":"app"},{"name":"app"},
                          {"name":"none","statusContext":{"containerID":"x","restartCount":1}}],
                         "strategy":{"failurePolicy":"Maybe","minStartedSeconds":-1},
                         "activeDeadlineSeconds":2}}
                        """);
        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.reason()).isEqualTo("Invalid");
        assertThat(answer.message())
                .contains("spec.containers[1].name", "spec.containers[2].name")
                .contains("spec.containers[2].statusContext", "failurePolicy")
                .contains("minStartedSeconds", "activeDeadlineSeconds");
        assertThat(client.get(REQUESTS + "/bad").code()).isEqualTo(404);
    }

    /// Shows CRR-5.
    @Test
    void aDeletedRequestStopsNothingMoreAndThePodIsReadyAgain() throws Exception {
        var before = servingPod();
        ask("held", ",\"strategy\":{\"unreadyGracePeriodSeconds\":600}");
        awaitObject(client, WEB, it -> !TestPods.isReady(it));
        client.delete(REQUESTS + "/held");
        awaitGone(client, REQUESTS + "/held");
        assertThat(containerId(awaitObject(client, WEB, TestPods::isReady)))
                .isEqualTo(containerId(before));
    }

    /// Shows CRR-10.
    @Test
    void aRequestThatWasRemovedBeforeThePodHeardOfItIsTakenBackByTheNextAgent() throws Exception {
        servingPod();
        ask("held", ",\"strategy\":{\"unreadyGracePeriodSeconds\":600}");
        awaitObject(client, WEB, it -> !TestPods.isReady(it));
        world.close();
        changeStored(_ -> Optional.empty());
        open();
        awaitObject(client, WEB, TestPods::isReady);
    }

    /// Shows CRR-10.
    @Test
    void aRequestThatThePodsJournalLostIsHandedToItAgain() throws Exception {
        var before = servingPod();
        leave(begunRequest(Metadata.uid(before), containerId(before)));
        assertThat(phaseOfApp(awaitCompleted("held"))).isEqualTo("Succeeded");
        assertThat(containerId(awaitObject(client, WEB, TestPods::isReady)))
                .isNotEqualTo(containerId(before));
    }

    /// Shows CRR-8.
    @Test
    void aRequestWhosePodNobodyRunsCompletesInTimeAndSaysSo() throws Exception {
        var elsewhere = Trees.with(pod("web", SERVE, "Always"), Json.of("x"), "spec", "nodeName");
        client.post(PODS, elsewhere.line());
        leave(begunRequest(Metadata.uid(client.get(WEB).json()), "none"));
        time.pass(Duration.ofSeconds(200));
        assertThat(Trees.text(client.get(REQUESTS + "/held").json(), "status", "phase"))
                .isEqualTo("Recreating");
        await().atMost(SOON).until(() -> isOverAfterMore(Duration.ofSeconds(101)));
        var held = awaitCompleted("held");
        assertThat(Trees.text(held, "status", "message")).isEqualTo("nobody ran the pod for 300 s");
        assertThat(phaseOfApp(held)).isEqualTo("Failed");
    }

    /// The wait counts from the agent's first look at the request, which no client sees.
    private boolean isOverAfterMore(Duration length) throws Exception {
        time.pass(length);
        var held = client.get(REQUESTS + "/held").json();
        return Trees.text(held, "status", "phase").equals("Completed");
    }

    /// Shows CRR-4.
    @Test
    void aRequestForAnEarlierPodOfTheSameNameLeavesTheNewOneAlone() throws Exception {
        var before = servingPod();
        leave(begunRequest("the-earlier-pods-uid", containerId(before)));
        var held = awaitCompleted("held");
        assertThat(Trees.text(held, "status", "message")).isEqualTo("pod has gone");
        assertThat(phaseOfApp(held)).isEqualTo("Failed");
        assertThat(containerId(awaitObject(client, WEB, TestPods::isReady)))
                .isEqualTo(containerId(before));
        time.pass(RecreateEnd.AFTER_POD.plusSeconds(1));
        awaitGone(client, REQUESTS + "/held");
    }

    /// Stores a request as an agent that died left it, and starts the next agent.
    private void leave(Json.Obj request) throws Exception {
        world.close();
        try (var store = ObjectStore.open(directory.resolve("api").resolve("objects"))) {
            store.create(KEY, request, ObjectStore.Durability.SYNCED);
        }
        open();
    }

    private static final ObjectKey KEY =
            new ObjectKey(ResourceType.RECREATE_REQUESTS, "default", "held");

    private void changeStored(ObjectStore.Edit edit) throws Exception {
        try (var store = ObjectStore.open(directory.resolve("api").resolve("objects"))) {
            store.change(KEY, edit, ObjectStore.Durability.SYNCED);
        }
    }

    private static Json.Obj begunRequest(String podUid, String containerId) {
        return (Json.Obj)
                TestPods.json(
                        """
                        {"apiVersion":"apps.kruise.io/v1alpha1","kind":"ContainerRecreateRequest",
                         "metadata":{"name":"held","namespace":"default","uid":"u1",
                          "creationTimestamp":"2026-01-01T00:00:00Z",
                          "labels":{"crr.apps.kruise.io/pod-uid":"%s"}},
                         "spec":{"podName":"web","strategy":{"failurePolicy":"Fail",
                          "terminationGracePeriodSeconds":5},
                          "containers":[{"name":"app",
                           "statusContext":{"containerID":"%s","restartCount":0}}]},
                         "status":{"phase":"Recreating"}}
                        """
                                .formatted(podUid, containerId));
    }
}
