package dev.bookend.api.recreate;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitObject;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// New images of running pods: who is restarted for them, also if the agent dies in between.
class NewImagesTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String WEB = PODS + "/web";
    private static final String REQUESTS =
            "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests";
    private static final String MARK = "bookend.dev/new-images";
    private static final ObjectKey KEY = new ObjectKey(ResourceType.PODS, "default", "web");

    @TempDir Path directory;
    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void begin() throws Exception {
        open();
        client.post(PODS, pod());
        awaitObject(client, WEB, TestPods::isReady);
    }

    private void open() throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
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
          "initContainers":[
           {"name":"setup","image":"a","command":["sh","-c","echo x >> %2$s"]},
           {"name":"proxy","image":"a","restartPolicy":"Always",
            "command":["sh","-c","%1$s"]}],
          "containers":[
           {"name":"app","image":"a","command":["sh","-c","%1$s"]},
           {"name":"other","image":"a","command":["sh","-c","%1$s"]}]}}
        """
                .formatted(SERVE, setups());
    }

    private Path setups() {
        return directory.resolve("setups");
    }

    private void give(String field, String container) throws Exception {
        var answer =
                client.patch(
                        "strategic-merge-patch",
                        WEB,
                        "{\"spec\":{\"%s\":[{\"name\":\"%s\",\"image\":\"b\"}]}}"
                                .formatted(field, container));
        assertThat(answer.code()).as(answer.text()).isEqualTo(200);
    }

    private static List<Json> containers(Json pod) {
        var all = Trees.items(pod, "status", "initContainerStatuses").stream();
        return Stream.concat(all, Trees.items(pod, "status", "containerStatuses").stream())
                .toList();
    }

    /// The containers that were restarted, each as often as it was.
    private static List<String> restarted(Json pod) {
        return containers(pod).stream()
                .flatMap(
                        it ->
                                Collections.nCopies(
                                        (int) Trees.number(it, 0, "restartCount"),
                                        Trees.text(it, "name"))
                                        .stream())
                .toList();
    }

    private static boolean isMarked(Json pod) {
        return Trees.texts(pod, "metadata", "annotations").containsKey(MARK);
    }

    private Json awaitRestarted(String container) {
        return awaitObject(
                client,
                WEB,
                it -> restarted(it).contains(container) && TestPods.isReady(it) && !isMarked(it));
    }

    private void awaitNoWork() {
        awaitObject(
                client,
                REQUESTS,
                all ->
                        Trees.items(all, "items").stream()
                                .allMatch(
                                        it ->
                                                Trees.text(it, "status", "phase")
                                                        .equals("Completed")));
    }

    @Test
    void aContainerAndANativeSidecarAreRestartedForANewImage() throws Exception {
        give("containers", "app");
        assertThat(restarted(awaitRestarted("app"))).containsExactly("app");
        give("initContainers", "proxy");
        assertThat(restarted(awaitRestarted("proxy"))).containsExactly("proxy", "app");
    }

    @Test
    void underNeverWhatRunsIsRestartedForANewImageAndWhatHasEndedIsNot() throws Exception {
        client.post(
                PODS,
                """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"never"},
                 "spec":{"restartPolicy":"Never","containers":[
                  {"name":"done","image":"a","command":["true"]},
                  {"name":"app","image":"a","command":["sh","-c","%s"]}]}}
                """
                        .formatted(SERVE));
        var path = PODS + "/never";
        awaitObject(
                client,
                path,
                it ->
                        containers(it).size() == 2
                                && containers(it).getFirst().at("state", "terminated").isPresent()
                                && containers(it).getLast().at("state", "running").isPresent());
        for (var name : new String[] {"done", "app"}) {
            var patch =
                    "{\"spec\":{\"containers\":[{\"name\":\"%s\",\"image\":\"b\"}]}}"
                            .formatted(name);
            var answer = client.patch("strategic-merge-patch", path, patch);
            assertThat(answer.code()).as(answer.text()).isEqualTo(200);
        }
        var after =
                awaitObject(
                        client,
                        path,
                        it ->
                                restarted(it).contains("app")
                                        && containers(it)
                                                .getLast()
                                                .at("state", "running")
                                                .isPresent()
                                        && !isMarked(it));
        assertThat(restarted(after)).containsExactly("app");
        refuseOwnRequest();
    }

    private void refuseOwnRequest() throws Exception {
        var containers = "\"containers\":[{\"name\":\"app\"}]";
        var wish =
                "{\"metadata\":{\"name\":\"own\"},\"spec\":{\"podName\":\"never\",%s}}"
                        .formatted(containers);
        var own = client.post(REQUESTS, wish);
        assertThat(own.message()).contains("its restart policy is Never");
    }

    @Test
    void anInitContainerThatHasDoneItsWorkIsNotRunAgain() throws Exception {
        give("initContainers", "setup");
        assertThat(isMarked(client.get(WEB).json())).isFalse();
        give("containers", "app");
        assertThat(restarted(awaitRestarted("app"))).containsExactly("app");
        assertThat(Files.readAllLines(setups())).hasSize(1);
        assertThat(Trees.items(client.get(REQUESTS).json(), "items")).hasSize(1);
    }

    @Test
    void anImageThatTheAgentHadNoTimeToActOnRestartsItsContainerUnderTheNextOne() throws Exception {
        world.close();
        leaveMarked("0a1b2c3d");
        open();
        assertThat(restarted(awaitRestarted("app"))).containsExactly("app");
        var requests = Trees.items(client.get(REQUESTS).json(), "items");
        assertThat(requests)
                .singleElement()
                .satisfies(
                        it ->
                                assertThat(Trees.text(it, "metadata", "name"))
                                        .isEqualTo("web-image-0a1b2c3d"));
    }

    @Test
    void anAgentThatDiedAfterItAskedDoesNotAskAgain() throws Exception {
        give("containers", "app");
        awaitRestarted("app");
        awaitNoWork();
        var request = Trees.items(client.get(REQUESTS).json(), "items").getFirst();
        var name = Trees.text(request, "metadata", "name");
        world.close();
        leaveMarked(name.substring(name.lastIndexOf('-') + 1));
        open();
        var after = awaitObject(client, WEB, it -> TestPods.isReady(it) && !isMarked(it));
        awaitNoWork();
        assertThat(restarted(after)).containsExactly("app");
        assertThat(Trees.items(client.get(REQUESTS).json(), "items")).hasSize(1);
    }

    /// The pod as an agent leaves it that dies right after it has stored a new image of the app.
    private void leaveMarked(String id) throws Exception {
        try (var store = ObjectStore.open(directory.resolve("api").resolve("objects"))) {
            store.change(
                    KEY,
                    it ->
                            Optional.of(
                                    Trees.with(
                                            it,
                                            Json.of(id + " app"),
                                            "metadata",
                                            "annotations",
                                            MARK)),
                    ObjectStore.Durability.SYNCED);
        }
    }

    @Test
    void twoChangesInARowAreNotLost() throws Exception {
        give("containers", "app");
        give("containers", "other");
        awaitRestarted("app");
        awaitRestarted("other");
        awaitNoWork();
        assertThat(restarted(client.get(WEB).json())).contains("app", "other");
    }
}
