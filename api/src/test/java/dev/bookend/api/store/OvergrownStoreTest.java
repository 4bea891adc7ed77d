package dev.bookend.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.TestPods;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.CRC32C;

/// What an older agent stored may be more than this one holds. Shows SAFE-5.
class OvergrownStoreTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int MIB = 1024 * 1024;

    @TempDir Path directory;

    private static String line(int version, String name, String data) {
        var object =
                Json.object()
                        .put("kind", "ConfigMap")
                        .put("apiVersion", "v1")
                        .put(
                                "metadata",
                                Json.object().put("name", name).put("namespace", "default").done())
                        .put("data", Json.object().put("a", data).done())
                        .done();
        var body =
                Json.object()
                        .put("version", version)
                        .put("type", "CONFIG_MAPS")
                        .put("namespace", "default")
                        .put("name", name)
                        .put("object", object)
                        .done()
                        .line();
        return checked(body);
    }

    private static String checked(String body) {
        var crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return "%08x %s\n".formatted(crc.getValue(), body);
    }

    private static String namespace() {
        return checked(
                """
                {"version":1,"type":"NAMESPACES","namespace":"","name":"default",\
                "object":{"metadata":{"name":"default"}}}\
                """);
    }

    private void write(int large, int count) throws IOException {
        var api = Files.createDirectories(directory.resolve("api"));
        try (var out = new BufferedOutputStream(Files.newOutputStream(api.resolve("objects")))) {
            out.write(namespace().getBytes(StandardCharsets.UTF_8));
            for (var i = 0; i < count; i++) {
                var text = line(i + 1, "big-" + i, "x".repeat(large));
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            out.write(line(count + 1, "small", "y").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void anObjectThatIsTooLargeIsNamedAndCanBeDeleted() throws Exception {
        write(20 * MIB, 1);
        for (var round = 0; round < 2; round++) {
            try (var world = ApiWorld.open(directory)) {
                var client = world.client();
                assertThat(world.log).anyMatch(it -> it.contains("big-0"));
                assertThat(client.get("/livez").code()).isEqualTo(200);
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> client.get("/readyz").text().contains("big-0"));
                assertThat(client.get(MAPS).text()).contains("small", Holdings.ASIDE);
                assertThat(client.get(MAPS + "/small").text()).contains("\"y\"");
            }
        }
        try (var world = ApiWorld.open(directory)) {
            var client = world.client();
            assertThat(client.delete(MAPS + "/big-0").code()).isEqualTo(200);
            TestPods.awaitReady(client);
            assertThat(client.post(MAPS, "{\"metadata\": {\"name\": \"n\"}}").code())
                    .isEqualTo(201);
        }
    }

    @Test
    @Tag("slow")
    void aStoreThatIsTooLargeIsServedAndTakesNothingMore() throws Exception {
        write(3 * MIB, 45);
        try (var world = ApiWorld.open(directory)) {
            var client = world.client();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> client.get("/readyz").text().contains("delete"));
            assertThat(client.get(MAPS + "/small").code()).isEqualTo(200);
            var refused = client.post(MAPS, "{\"metadata\": {\"name\": \"n\"}}");
            assertThat(refused.code()).isEqualTo(507);
            assertThat(refused.message()).contains("delete something first");
            for (var i = 0; i < 45; i++) {
                assertThat(client.delete(MAPS + "/big-" + i).code()).isEqualTo(200);
            }
            TestPods.awaitReady(client);
        }
    }
}
