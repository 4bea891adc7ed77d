package dev.bookend.api.recreate;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.api.resource.Trees;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.MovedTime;
import dev.bookend.api.service.TestClient;
import dev.bookend.api.service.TestPods;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// What a client sees of each option of a ContainerRecreateRequest while real processes stop and
/// start: a pod of two containers, of which the first is ready when the test says so.
class RecreateOptionsTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String WEB = PODS + "/web";
    private static final String REQUESTS =
            "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests";
    private static final String ACTIVE = "crr.apps.kruise.io/active";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration NOT_READY_LIMIT = Duration.ofSeconds(301);

    @TempDir Path directory;
    private final MovedTime time = new MovedTime();
    private ApiWorld world;
    private TestClient client;
    private Path firstIsReady;

    @BeforeEach
    void open() throws Exception {
        world = ApiWorld.open(directory, time);
        client = world.client();
        firstIsReady = directory.resolve("first-is-ready");
        Files.createFile(firstIsReady);
        client.post(PODS, pod());
        awaitObject(client, WEB, TestPods::isReady);
    }

    @AfterEach
    void close() throws Exception {
        TestPods.endAll(client);
        world.close();
    }

    private String pod() {
        return """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},
         "spec":{"terminationGracePeriodSeconds":5,
          "readinessGates":[{"conditionType":"KruisePodReady"}],
          "containers":[
           {"name":"first","image":"none","command":["sh","-c","%1$s"],
            "readinessProbe":{"periodSeconds":1,"exec":{"command":["test","-e","%2$s"]}}},
           {"name":"second","image":"none","command":["sh","-c","%1$s"]}]}}
        """
                .formatted(SERVE, firstIsReady);
    }

    private void ask(String name, String more) throws Exception {
        var answer = ask(name, "first,second", more);
        assertThat(answer.code()).as(answer.text()).isEqualTo(201);
    }

    private TestClient.Answer ask(String name, String containers, String more) throws Exception {
        var listed =
                List.of(containers.split(",")).stream()
                        .map("{\"name\":\"%s\"}"::formatted)
                        .toList();
        return client.post(
                REQUESTS,
                """
                {"metadata":{"name":"%s"},"spec":{"podName":"web","containers":%s%s}}
                """
                        .formatted(name, listed, more));
    }

    private Json awaitRequest(String name, Predicate<Json> wanted) {
        return awaitObject(client, REQUESTS + "/" + name, wanted);
    }

    private Json awaitCompleted(String name) {
        return awaitRequest(name, it -> phase(it).equals("Completed"));
    }

    private static String phase(Json request) {
        return Trees.text(request, "status", "phase");
    }

    private static Json state(Json request, String container) {
        return named(Trees.items(request, "status", "containerRecreateStates"), container);
    }

    private static Json named(List<Json> all, String name) {
        return all.stream()
                .filter(it -> Trees.text(it, "name").equals(name))
                .findFirst()
                .orElse(Trees.EMPTY);
    }

    private static String phase(Json request, String container) {
        return Trees.text(state(request, container), "phase");
    }

    private static String message(Json request, String container) {
        return Trees.text(state(request, container), "message");
    }

    private static boolean isKilled(Json request, String container) {
        return state(request, container).field("isKilled").flatMap(Json::flag).orElse(false);
    }

    private long restarts(String container) throws Exception {
        var statuses = Trees.items(client.get(WEB).json(), "status", "containerStatuses");
        return Trees.number(named(statuses, container), 0, "restartCount");
    }

    private void awaitRestarts(String container, long number) {
        await().atMost(SOON).untilAsserted(() -> assertThat(restarts(container)).isEqualTo(number));
    }

    /// The first container runs again, as the request wants it, and is not ready.
    private void awaitFirstStartedAgain(String request) {
        awaitRequest(request, it -> message(it, "first").startsWith("waits to be ready"));
        awaitRestarts("first", 1);
    }

    private void firstGetsReadyNoMore() throws IOException {
        Files.delete(firstIsReady);
    }

    /// Lets time pass, and the pod look at its clock: a queued request that is taken back makes it.
    private void pass(Duration length) throws Exception {
        time.pass(length);
        var glance = ask("glance", "second", ",\"strategy\":{\"unreadyGracePeriodSeconds\":86400}");
        assertThat(glance.code()).as(glance.text()).isEqualTo(201);
        client.delete(REQUESTS + "/glance");
    }

    private void awaitEvent(String type, String reason, String words) {
        awaitObject(
                client,
                "/api/v1/namespaces/default/events",
                all ->
                        Trees.items(all, "items").stream()
                                .filter(it -> Trees.text(it, "type").equals(type))
                                .filter(it -> Trees.text(it, "reason").equals(reason))
                                .anyMatch(it -> Trees.text(it, "message").contains(words)));
    }

    private static void isActive(Json request, boolean active) {
        assertThat(Trees.texts(request, "metadata", "labels").containsKey(ACTIVE))
                .isEqualTo(active);
    }

    /// Shows CRR-3.
    @Test
    void orderedTheNextIsStoppedOnlyWhenTheOneBeforeIsReadyAgain() throws Exception {
        firstGetsReadyNoMore();
        ask("one", ",\"strategy\":{\"orderedRecreate\":true}");
        awaitFirstStartedAgain("one");
        var between = client.get(REQUESTS + "/one").json();
        assertThat(phase(between)).isEqualTo("Recreating");
        isActive(between, true);
        assertThat(phase(between, "second")).isEqualTo("Pending");
        assertThat(message(between, "second")).isEqualTo("waits for first to be recreated");
        assertThat(restarts("second")).isZero();
        Files.createFile(firstIsReady);
        var done = awaitCompleted("one");
        isActive(done, false);
        assertThat(phase(done, "first")).isEqualTo("Succeeded");
        assertThat(phase(done, "second")).isEqualTo("Succeeded");
        awaitRestarts("first", 1);
        awaitRestarts("second", 1);
        awaitEvent("Normal", "RecreateCompleted", "first Succeeded, second Succeeded");
    }

    /// Shows CRR-3.
    @Test
    void unorderedTheNextIsStoppedWhenTheOneBeforeHasStopped() throws Exception {
        firstGetsReadyNoMore();
        ask("one", "");
        var between = awaitRequest("one", it -> phase(it, "second").equals("Succeeded"));
        assertThat(phase(between)).isEqualTo("Recreating");
        assertThat(phase(between, "first")).isEqualTo("Recreating");
        Files.createFile(firstIsReady);
        assertThat(phase(awaitCompleted("one"), "first")).isEqualTo("Succeeded");
    }

    /// Shows CRR-3.
    @Test
    void aContainerCountsAsRecreatedWhenItWasUpForMinStartedSeconds() throws Exception {
        ask("one", ",\"strategy\":{\"minStartedSeconds\":600}");
        awaitRestarts("second", 1);
        awaitObject(client, WEB, TestPods::isReady);
        pass(Duration.ofSeconds(500));
        var between = client.get(REQUESTS + "/one").json();
        assertThat(phase(between)).isEqualTo("Recreating");
        assertThat(phase(between, "first")).isEqualTo("Recreating");
        pass(Duration.ofSeconds(101));
        var done = awaitCompleted("one");
        assertThat(phase(done, "first")).isEqualTo("Succeeded");
        assertThat(phase(done, "second")).isEqualTo("Succeeded");
    }

    /// Shows CRR-6.
    @Test
    void policyFailCompletesAtTheFirstFailureAndTheRestIsNotAttempted() throws Exception {
        firstGetsReadyNoMore();
        ask("one", ",\"strategy\":{\"orderedRecreate\":true}");
        awaitFirstStartedAgain("one");
        pass(NOT_READY_LIMIT);
        var done = awaitCompleted("one");
        assertThat(Trees.text(done, "status", "message"))
                .isEqualTo("a container failed and the failure policy is Fail");
        assertThat(phase(done, "first")).isEqualTo("Failed");
        assertThat(message(done, "first")).isEqualTo("it did not get ready in time");
        assertThat(phase(done, "second")).isEqualTo("Failed");
        assertThat(message(done, "second")).startsWith("not attempted");
        assertThat(isKilled(done, "second")).isFalse();
        isActive(done, false);
        assertThat(restarts("second")).isZero();
        awaitEvent("Warning", "FailedRecreate", "for container first");
        awaitEvent("Warning", "FailedRecreate", "for container second");
        awaitEvent("Warning", "RecreateCompleted", "first Failed, second Failed");
    }

    /// Shows CRR-6.
    @Test
    void policyIgnoreNotesTheFailureAndGoesOnWithTheNext() throws Exception {
        firstGetsReadyNoMore();
        ask("one", ",\"strategy\":{\"orderedRecreate\":true,\"failurePolicy\":\"Ignore\"}");
        awaitFirstStartedAgain("one");
        pass(NOT_READY_LIMIT);
        var done = awaitCompleted("one");
        assertThat(Trees.text(done, "status", "message"))
                .isEqualTo("not every container was recreated");
        assertThat(phase(done, "first")).isEqualTo("Failed");
        assertThat(message(done, "first")).isEqualTo("it did not get ready in time");
        assertThat(phase(done, "second")).isEqualTo("Succeeded");
        awaitRestarts("second", 1);
    }

    /// Shows CRR-7.
    @Test
    void atItsDeadlineARequestCompletesAndStopsNobodyMore() throws Exception {
        firstGetsReadyNoMore();
        ask("one", ",\"activeDeadlineSeconds\":200,\"strategy\":{\"orderedRecreate\":true}");
        awaitFirstStartedAgain("one");
        pass(Duration.ofSeconds(201));
        var done = awaitCompleted("one");
        assertThat(Trees.text(done, "status", "message"))
                .isEqualTo("recreating has exceeded activeDeadlineSeconds");
        assertThat(List.of(phase(done, "first"), phase(done, "second"))).containsOnly("Failed");
        assertThat(message(done, "second"))
                .isEqualTo("not recreated when activeDeadlineSeconds was over");
        isActive(done, false);
        Files.createFile(firstIsReady);
        awaitObject(client, WEB, TestPods::isReady);
        awaitRestarts("first", 1);
        assertThat(restarts("second")).isZero();
    }

    /// Shows CRR-5.
    @Test
    void thePodIsUnreadyBeforeTheFirstStopAndReadyAtTheEnd() throws Exception {
        ask("one", ",\"strategy\":{\"unreadyGracePeriodSeconds\":600}");
        var unready = awaitObject(client, WEB, it -> !TestPods.isReady(it));
        var gate = condition(unready, "KruisePodReady");
        assertThat(Trees.text(gate, "status")).isEqualTo("False");
        assertThat(Trees.text(gate, "message")).contains("one");
        assertThat(Trees.text(condition(unready, "ContainersReady"), "status")).isEqualTo("True");
        var waiting = awaitRequest("one", it -> phase(it).equals("Recreating"));
        assertThat(Trees.text(waiting, "status", "message")).startsWith("the pod is unready;");
        assertThat(restarts("first") + restarts("second")).isZero();
        pass(Duration.ofSeconds(601));
        assertThat(phase(awaitCompleted("one"), "first")).isEqualTo("Succeeded");
        var ready = awaitObject(client, WEB, TestPods::isReady);
        assertThat(Trees.text(condition(ready, "KruisePodReady"), "status")).isEqualTo("True");
        awaitRestarts("first", 1);
        awaitRestarts("second", 1);
    }

    private static Json condition(Json pod, String type) {
        return Trees.items(pod, "status", "conditions").stream()
                .filter(it -> Trees.text(it, "type").equals(type))
                .findFirst()
                .orElse(Trees.EMPTY);
    }

    /// Shows CRR-4 and CRR-9.
    @Test
    void aSecondRequestForTheSameRunWaitsAndStopsNothingAgain() throws Exception {
        ask("one", ",\"strategy\":{\"unreadyGracePeriodSeconds\":600}");
        awaitRequest("one", it -> phase(it).equals("Recreating"));
        ask("two", "");
        var queued = awaitRequest("two", it -> phase(it).equals("Pending"));
        assertThat(Trees.text(queued, "status", "message"))
                .isEqualTo("waits for an earlier request of the same pod");
        pass(Duration.ofSeconds(601));
        awaitCompleted("one");
        var second = awaitCompleted("two");
        assertThat(phase(second, "first")).isEqualTo("Succeeded");
        assertThat(isKilled(second, "first")).isFalse();
        awaitRestarts("first", 1);
    }

    /// Shows CRR-4.
    @Test
    void aForcedRequestStopsWhatWasRecreatedSinceItWasMade() throws Exception {
        ask("one", ",\"strategy\":{\"unreadyGracePeriodSeconds\":600}");
        awaitRequest("one", it -> phase(it).equals("Recreating"));
        ask("two", ",\"strategy\":{\"forceRecreate\":true}");
        pass(Duration.ofSeconds(601));
        awaitCompleted("one");
        var forced = awaitCompleted("two");
        assertThat(phase(forced, "first")).isEqualTo("Succeeded");
        assertThat(isKilled(forced, "first")).isTrue();
        awaitRestarts("first", 2);
    }
}
