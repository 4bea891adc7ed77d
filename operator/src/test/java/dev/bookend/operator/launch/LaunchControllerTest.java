package dev.bookend.operator.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.FakeApi;
import dev.bookend.operator.kube.FakeStore;
import dev.bookend.operator.kube.Marks;
import dev.bookend.operator.kube.Patched;
import dev.bookend.operator.kube.Watch;
import dev.bookend.operator.process.Quiet;
import dev.bookend.operator.process.Surroundings;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

class LaunchControllerTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String POD = "/api/v1/namespaces/shop/pods/web";
    private static final String MAP = "/api/v1/namespaces/shop/configmaps/web-barrier";
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private FakeApi api;
    private LaunchController controller;

    @BeforeEach
    void begin() throws IOException {
        api = new FakeApi();
        var around = Quiet.around(InstantSource.system());
        controller = new LaunchController(api.client(), leads::get, around);
        var index = controller.index();
        threads.execute(watch("/api/v1/pods", index.podFollower(), around)::run);
        threads.execute(watch("/api/v1/configmaps", index.mapFollower(), around)::run);
        threads.execute(controller::run);
        threads.execute(controller::run);
        await().atMost(LONG).until(() -> api.watching() == 2);
    }

    private Watch watch(String path, Watch.Follower follower, Surroundings around) {
        return new Watch(api.client(), path, "x%3Dy", follower, around.log());
    }

    @AfterEach
    void end() throws InterruptedException {
        threads.shutdownNow();
        api.close();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    /// Shows KUBE-1.
    @Test
    void aLaunchOfTwoLevelsTakesAtMostSixWrites() {
        launch();
        var writes = api.writes().stream().filter(it -> !it.endsWith("/events")).toList();
        assertThat(writes).hasSizeLessThanOrEqualTo(2 * 2 + 2);
        assertThat(owner()).isEqualTo("uid-1");
    }

    @Test
    void writesThatFailAreDoneAgain() {
        api.fail("POST /api/v1/namespaces/shop/configmaps", 500);
        api.fail("PATCH " + MAP, 503);
        api.fail("PATCH " + POD, 500);
        api.fail("PATCH " + POD + "/status", 429);
        launch();
    }

    /// Shows KUBE-1.
    @Test
    void brokenWatchesInTheMiddleOfALaunchAreMadeUpFor() {
        put(held());
        awaitKeys("p_2");
        api.cutWatches();
        put(firstReady());
        awaitKeys("p_2", "p_1");
        api.expireWatches();
        put(bothReady());
        awaitCondition();
    }

    @Test
    void theMapOfAnEarlierPodOfThatNameIsTakenOver() {
        api.put(MAP, map("uid-0", "p_2", "p_1"));
        put(held());
        await().atMost(LONG).untilAsserted(() -> assertThat(owner()).isEqualTo("uid-1"));
        awaitKeys("p_2");
    }

    /// Shows KUBE-1.
    @Test
    void somebodyElsesMapIsLeftAloneAndReported() {
        var theirs = Json.object().put("data", Json.object().put("a", "b").done()).done();
        api.put(MAP, FakeStore.merged(map("", "p_9"), theirs));
        put(held());
        await().atMost(LONG)
                .untilAsserted(
                        () ->
                                assertThat(api.object(POD).orElseThrow().line())
                                        .contains("BarrierNameTaken"));
        assertThat(api.writes()).noneMatch(it -> it.endsWith("web-barrier"));
    }

    @Test
    void whenSomebodyElsesMapIsDeletedTheLaunchGoesOn() {
        api.put(MAP, map("", "mine"));
        put(held());
        awaitPod("BarrierNameTaken");
        api.delete(MAP);
        awaitKeys("p_2");
        put(firstReady());
        awaitKeys("p_2", "p_1");
        put(bothReady());
        awaitCondition();
    }

    /// A watch by label shows this as a deletion.
    @Test
    void aLabelThatIsTakenOffInTheMiddleOfALaunchIsPutBack() {
        put(held());
        awaitKeys("p_2");
        var bare = Patched.without(api.object(MAP).orElseThrow(), List.of("metadata", "labels"));
        api.delete(MAP);
        api.put(MAP, bare);
        put(firstReady());
        awaitKeys("p_2", "p_1");
        assertThat(api.object(MAP).orElseThrow().line()).contains(Marks.ORDERED_LABEL);
        put(bothReady());
        awaitCondition();
    }

    /// Shows SAFE-5.
    @Test
    void aPodThatCannotBeHandledIsPutAsideAndTheOthersGoOn() {
        var other = "/api/v1/namespaces/shop/pods/huge";
        var huge = Pods.named("huge").held("db", 2).held("app", 1).json();
        var env = ApiClient.read("{\"env\": \"%s\"}".formatted("x".repeat(70_000)));
        api.put(other, FakeStore.merged(huge, Json.object().put("spec", many(env)).done()));
        await().atMost(LONG)
                .untilAsserted(
                        () ->
                                assertThat(api.object(other).orElseThrow().line())
                                        .contains("PodSetAside", "larger than Bookend reads"));
        assertThat(controller.index().aside()).isEqualTo(1);
        launch();
        api.put(other, huge);
        await().atMost(LONG).until(() -> controller.index().aside() == 0);
    }

    @Test
    void aPodThatIsChangedSoThatItHasNoOrderIsToldSoAndGoesOnAfterwards() {
        put(held());
        awaitKeys("p_2");
        var garbled =
                ApiClient.read(
                        "{\"metadata\": {\"annotations\": {\"%s\": \"Nonsense\"}}}"
                                .formatted(OrderKeys.EXIT));
        api.put(POD, FakeStore.merged(firstReady().json(), garbled));
        awaitPod("PodSetAside");
        awaitPod("Nonsense");
        put(firstReady());
        awaitKeys("p_2", "p_1");
    }

    private static Json many(Json container) {
        return Json.object()
                .put("containers", new Json.Arr(Collections.nCopies(40, container)))
                .done();
    }

    /// Shows SAFE-5.
    @Test
    void aBarrierThatSomebodyFilledIsReportedAndOthersGoOn() {
        var junk = Json.object();
        IntStream.range(0, 5000).forEach(it -> junk.put("p_x" + it, "y".repeat(600)));
        put(held());
        awaitKeys("p_2");
        var full = Json.object().put("data", junk.done()).done();
        api.put(MAP, FakeStore.merged(api.object(MAP).orElseThrow(), full));
        awaitPod("BarrierForbidden");
        api.delete(MAP);
        awaitKeys("p_2");
    }

    private void awaitPod(String word) {
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(api.object(POD).orElseThrow().line()).contains(word));
    }

    @Test
    void aMapThatMayNotBeWrittenIsReportedOnceAndTriedAgain() {
        api.fail("POST /api/v1/namespaces/shop/configmaps", 403);
        api.fail("POST /api/v1/namespaces/shop/configmaps", 403);
        api.fail("PATCH " + MAP, 422);
        launch();
        var said = api.requests().stream().filter(it -> it.endsWith("/events")).toList();
        var opened = 2;
        var forbidden = 2;
        assertThat(said).hasSize(opened + forbidden);
    }

    @Test
    void aMapThatIsDeletedIsMadeAgainWholeAsLongAsThePodLives() {
        launch();
        for (var i = 0; i < 5; i++) {
            api.delete(MAP);
            awaitKeys("p_2", "p_1");
        }
    }

    @Test
    void whoDoesNotLeadWritesNothingAndWhoComesToLeadGoesOn() {
        leads.set(false);
        put(held());
        await().atMost(LONG).until(() -> controller.index().pods().size() == 1);
        assertThat(api.writes()).isEmpty();
        leads.set(true);
        controller.lookAtAll();
        awaitKeys("p_2");
    }

    @Test
    void anotherPodOfTheSameNameBeginsAnew() {
        launch();
        api.delete(POD);
        put(held().uid("uid-2"));
        await().atMost(LONG).untilAsserted(() -> assertThat(owner()).isEqualTo("uid-2"));
        awaitKeys("p_2");
    }

    private void launch() {
        put(held());
        awaitKeys("p_2");
        put(firstReady());
        awaitKeys("p_2", "p_1");
        put(bothReady());
        awaitCondition();
    }

    private static Pods held() {
        return Pods.named("web").held("db", 2).held("app", 1);
    }

    private static Pods firstReady() {
        return Pods.named("web").ready("db", 2).held("app", 1);
    }

    private static Pods bothReady() {
        return Pods.named("web").opened(2).ready("db", 2).ready("app", 1);
    }

    private void put(Pods pod) {
        api.put(POD, pod.json());
    }

    private void awaitKeys(String... keys) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(keys()).containsExactlyInAnyOrder(keys));
    }

    private Set<String> keys() {
        return api.object(MAP).flatMap(MapView::of).map(MapView::keys).orElse(Set.of());
    }

    private String owner() {
        return api.object(MAP).flatMap(MapView::of).map(MapView::podUid).orElse("");
    }

    private void awaitCondition() {
        await().atMost(LONG)
                .untilAsserted(
                        () ->
                                assertThat(api.object(POD).orElseThrow().line())
                                        .contains("all 2 levels are up"));
    }

    private static Json map(String uid, String... keys) {
        var data = Json.object();
        List.of(keys).forEach(it -> data.put(it, "true"));
        var owner = Json.object().put("kind", "Pod").put("uid", uid).done();
        var labels = Json.object();
        if (!uid.isEmpty()) {
            labels.put(Marks.ORDERED_LABEL, Marks.ORDERED_VALUE);
        }
        var meta =
                Json.object()
                        .put("name", "web-barrier")
                        .put("namespace", "shop")
                        .put("labels", labels.done())
                        .put("ownerReferences", new Json.Arr(List.of(owner)));
        return Json.object().put("metadata", meta.done()).put("data", data.done()).done();
    }
}
