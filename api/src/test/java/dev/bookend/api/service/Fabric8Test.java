package dev.bookend.api.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// The API in the hands of a client whose caches live on lists and watches.
@Tag("slow")
class Fabric8Test {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir Path directory;
    private ApiWorld world;
    private KubernetesClient client;

    @BeforeEach
    void open() throws Exception {
        world = ApiWorld.open(directory);
        client = connected();
    }

    private KubernetesClient connected() {
        var config = Config.fromKubeconfig(world.service.kubeconfig().toFile());
        config.setNamespace("default");
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @AfterEach
    void close() throws Exception {
        client.pods().withGracePeriod(0).delete();
        await().atMost(SOON).until(() -> client.pods().list().getItems().isEmpty());
        client.close();
        world.close();
    }

    private static ConfigMap map(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addToData("key", value)
                .build();
    }

    private MixedOperation<ConfigMap, ?, Resource<ConfigMap>> maps() {
        return client.configMaps();
    }

    private Pod serving(String name) {
        client.resource(TestPods.pod(name, TestPods.SERVE)).create();
        return client.pods().withName(name).waitUntilReady(60, TimeUnit.SECONDS);
    }

    /// Writes down what an informer says.
    private record Notes(List<String> lines) implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            lines.add("added " + pod.getMetadata().getName());
        }

        @Override
        public void onUpdate(Pod before, Pod after) {
            lines.add("updated " + after.getMetadata().getLabels());
        }

        @Override
        public void onDelete(Pod pod, boolean unknown) {
            lines.add("deleted " + pod.getMetadata().getName());
        }
    }

    /// Writes down what a watch says, and how it ended.
    private record Seen(List<String> lines, CompletableFuture<WatcherException> end)
            implements Watcher<ConfigMap> {
        static Seen fresh() {
            return new Seen(new CopyOnWriteArrayList<>(), new CompletableFuture<>());
        }

        @Override
        public void eventReceived(Action action, ConfigMap map) {
            lines.add(action + " " + map.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {
            end.complete(cause);
        }
    }

    private static void awaitLine(List<String> lines, String line) {
        await().atMost(SOON).untilAsserted(() -> assertThat(lines).contains(line));
    }

    @Test
    void anInformerSeesAPodComeChangeAndGo() {
        var notes = new Notes(new CopyOnWriteArrayList<>());
        try (var informer = client.pods().inform(notes)) {
            serving("web");
            awaitLine(notes.lines(), "added web");
            client.pods()
                    .withName("web")
                    .edit(
                            it ->
                                    new PodBuilder(it)
                                            .editMetadata()
                                            .addToLabels("tier", "front")
                                            .endMetadata()
                                            .build());
            awaitLine(notes.lines(), "updated {tier=front}");
            client.pods().withName("web").delete();
            awaitLine(notes.lines(), "deleted web");
            assertThat(informer.getStore().list()).isEmpty();
        }
    }

    @Test
    void anInformerOutlivesTheAgent() throws Exception {
        var notes = new Notes(new CopyOnWriteArrayList<>());
        try (var informer = client.pods().inform(notes)) {
            serving("web");
            awaitLine(notes.lines(), "added web");
            world.close();
            world = ApiWorld.open(directory);
            client.pods()
                    .withName("web")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"metadata\":{\"labels\":{\"new\":\"agent\"}}}");
            awaitLine(notes.lines(), "updated {new=agent}");
            assertThat(informer.isRunning()).isTrue();
        }
    }

    @Test
    void aWatchGoesOnWhereItEnded() {
        var first = maps().resource(map("first", "1")).create();
        maps().resource(map("second", "2")).create();
        var seen = Seen.fresh();
        var version = first.getMetadata().getResourceVersion();
        try (var _ = maps().withResourceVersion(version).watch(seen)) {
            maps().withName("first").delete();
            awaitLine(seen.lines(), "DELETED first");
            assertThat(seen.lines()).containsExactly("ADDED second", "DELETED first");
        }
    }

    @Test
    void aWatchSendsBookmarks() {
        var seen = Seen.fresh();
        var options =
                new ListOptionsBuilder()
                        .withAllowWatchBookmarks(true)
                        .withTimeoutSeconds(1L)
                        .build();
        try (var _ = maps().watch(options, seen)) {
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(seen.lines()).anyMatch(it -> it.startsWith("BOOKM")));
        }
    }

    @Test
    void aVersionThatIsTooOldIsGone() throws Exception {
        var old = maps().resource(map("old", "1")).create().getMetadata().getResourceVersion();
        maps().withName("old").delete();
        client.close();
        world.close();
        world = ApiWorld.open(directory);
        client = connected();
        var seen = Seen.fresh();
        try (var _ = maps().withResourceVersion(old).watch(seen)) {
            var end = seen.end().get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(end.isHttpGone()).isTrue();
        } catch (KubernetesClientException gone) {
            assertThat(gone.getCode()).isEqualTo(410);
        }
    }

    @Test
    void everyKindOfPatchIsTaken() {
        maps().resource(map("patched", "1")).create();
        var patched = maps().withName("patched");
        patched.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"merge\":\"m\"}}");
        patched.patch(
                PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\":{\"strategic\":\"s\"}}");
        patched.patch(
                PatchContext.of(PatchType.JSON),
                "[{\"op\":\"add\",\"path\":\"/data/json\",\"value\":\"j\"}]");
        patched.edit(it -> new ConfigMapBuilder(it).removeFromData("key").build());
        assertThat(patched.get().getData())
                .isEqualTo(Map.of("merge", "m", "strategic", "s", "json", "j"));
        assertThatThrownBy(() -> client.resource(map("patched", "1")).serverSideApply())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        it -> assertThat(it.getCode()).isEqualTo(415));
    }

    @Test
    void anUpdateOfWhatHasChangedIsAConflict() {
        var stale = maps().resource(map("contended", "1")).create();
        maps().withName("contended")
                .edit(it -> new ConfigMapBuilder(it).addToData("b", "2").build());
        assertThatThrownBy(() -> client.resource(stale).update())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        it -> {
                            assertThat(it.getCode()).isEqualTo(409);
                            assertThat(it.getStatus().getReason()).isEqualTo("Conflict");
                        });
    }

    @Test
    void aRequestIsMadeAndFollowed() {
        serving("web");
        var request =
                client.resource(
                        """
                        apiVersion: apps.kruise.io/v1alpha1
                        kind: ContainerRecreateRequest
                        metadata: {name: again, namespace: default}
                        spec: {podName: web, containers: [{name: app}]}
                        """);
        request.create();
        var done =
                (GenericKubernetesResource)
                        request.waitUntilCondition(
                                it ->
                                        it instanceof GenericKubernetesResource resource
                                                && "Completed"
                                                        .equals(resource.get("status", "phase")),
                                60,
                                TimeUnit.SECONDS);
        assertThat((String) done.get("status", "containerRecreateStates", 0, "phase"))
                .isEqualTo("Succeeded");
        var status = client.pods().withName("web").get().getStatus().getContainerStatuses();
        assertThat(status.getFirst().getRestartCount()).isEqualTo(1);
    }

    @Test
    void commandsAndLogsAreStreamed() throws Exception {
        serving("web");
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        try (var exec =
                client.pods()
                        .withName("web")
                        .writingOutput(out)
                        .writingError(err)
                        .exec("sh", "-c", "echo here; echo there >&2; exit 3")) {
            assertThat(exec.exitCode().get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(3);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("here\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("there\n");
        assertThat(client.pods().withName("web").tailingLines(1).getLog()).isEqualTo("hello\n");
    }
}
