package dev.bookend.api.object;

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

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

class ManifestsDirectoryTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String WEB = "/api/v1/namespaces/default/pods/web";

    @TempDir Path directory;
    @TempDir Path manifests;
    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void open() throws Exception {
        world = ApiWorld.open(directory, manifests);
        client = world.client();
    }

    @AfterEach
    void close() throws Exception {
        try (var files = Files.list(manifests)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        TestPods.endAll(client);
        world.close();
    }

    private void write(String file, String text) throws Exception {
        var fresh = manifests.resolve(".new");
        Files.writeString(fresh, text);
        Files.move(
                fresh,
                manifests.resolve(file),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    private Json awaitReady() {
        return awaitObject(client, WEB, TestPods::isReady);
    }

    @Test
    void aFileAddedChangedAndRemovedIsAPodCreatedReplacedAndDeleted() throws Exception {
        write("web.yaml", pod("web", SERVE));
        var first = awaitReady();
        assertThat(Trees.text(first, "metadata", "annotations", "kubernetes.io/config.source"))
                .isEqualTo("file");
        write("web.yaml", pod("web", SERVE + " # changed"));
        var second =
                awaitObject(
                        client,
                        WEB,
                        it ->
                                TestPods.isReady(it)
                                        && !Metadata.uid(it).equals(Metadata.uid(first)));
        assertThat(second.line()).contains("# changed");
        Files.delete(manifests.resolve("web.yaml"));
        awaitGone(client, WEB);
    }

    /// Shows INPUT-7.
    @Test
    void aBadFileIsReportedAndChangesNothing() throws Exception {
        write("web.yaml", pod("web", SERVE));
        var before = awaitReady();
        write("web.yaml", "kind: Pod\napiVersion: v1\nmetadata: {name: web}\nspec: {}\n");
        await().atMost(SOON)
                .until(() -> world.log.stream().anyMatch(it -> it.contains("web.yaml")));
        write("other.yaml", "metadata: [");
        await().atMost(SOON)
                .until(
                        () ->
                                world.log.stream()
                                        .anyMatch(
                                                it -> it.contains("other.yaml: line 1: this is")));
        var after = client.get(WEB).json();
        assertThat(Metadata.uid(after)).isEqualTo(Metadata.uid(before));
        assertThat(Metadata.isDeleting(after)).isFalse();
    }

    @Test
    void whatHappenedToFilesWhileNoAgentLookedIsMadeGoodFor() throws Exception {
        write("web.yaml", pod("web", SERVE));
        var before = awaitReady();
        world.close();
        open();
        var adopted = awaitReady();
        assertThat(TestPods.containerId(adopted)).isEqualTo(TestPods.containerId(before));
        world.close();
        Files.delete(manifests.resolve("web.yaml"));
        open();
        awaitGone(client, WEB);
    }

    @Test
    void aFileThatTurnedBadOrChangedWhileNoAgentLookedIsTakenSoByTheNext() throws Exception {
        write("web.yaml", pod("web", SERVE));
        var before = awaitReady();
        world.close();
        write("web.yaml", "metadata: [");
        open();
        await().atMost(SOON)
                .until(() -> world.log.stream().anyMatch(it -> it.contains("web.yaml")));
        assertThat(TestPods.containerId(awaitReady())).isEqualTo(TestPods.containerId(before));
        world.close();
        write("web.yaml", pod("web", SERVE + " # changed"));
        open();
        var after = awaitObject(client, WEB, it -> it.line().contains("# changed"));
        assertThat(Metadata.uid(after)).isNotEqualTo(Metadata.uid(before));
    }

    @Test
    void objectsBesidePodsAreKeptToo() throws Exception {
        var map = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"},";
        write("map.json", map + "\"data\":{\"a\":\"1\"}}");
        var path = "/api/v1/namespaces/default/configmaps/m";
        awaitObject(client, path, it -> Trees.text(it, "data", "a").equals("1"));
        write("map.json", map + "\"data\":{\"a\":\"2\"}}");
        awaitObject(client, path, it -> Trees.text(it, "data", "a").equals("2"));
        Files.delete(manifests.resolve("map.json"));
        awaitGone(client, path);
    }
}
