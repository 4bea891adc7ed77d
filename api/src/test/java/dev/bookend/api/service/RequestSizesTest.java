package dev.bookend.api.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Small requests that would make large things are refused in words. Shows SAFE-5.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestSizesTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String SERVICES = "/api/v1/namespaces/default/services";

    private ApiWorld world;
    private TestClient client;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
        client.post(MAPS, "{\"metadata\": {\"name\": \"m\"}, \"data\": {\"a\": \"x\"}}");
    }

    @AfterAll
    void close() throws Exception {
        world.close();
    }

    private static String operations(int count, String form) {
        return IntStream.range(0, count)
                .mapToObj(i -> form.replace("#", String.valueOf(i)))
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void copiesThatDoubleAreRefused() throws Exception {
        var copies = operations(40, "{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/data/k#\"}");
        var answer = client.patch("json-patch", MAPS + "/m", copies);
        assertThat(answer.code()).isEqualTo(413);
        assertThat(answer.message()).contains("larger or deeper");
    }

    @Test
    void nestingThatGrowsIsRefused() throws Exception {
        var path = IntStream.range(0, 70).mapToObj(_ -> "/a").collect(Collectors.joining());
        var adds =
                IntStream.rangeClosed(1, 70)
                        .mapToObj(
                                i ->
                                        "{\"op\":\"add\",\"path\":\"%s\",\"value\":{}}"
                                                .formatted(path.substring(0, 2 * i)))
                        .collect(Collectors.joining(",", "[", "]"));
        assertThat(client.patch("json-patch", MAPS + "/m", adds).code()).isEqualTo(413);
        var deep = "{\"a\":".repeat(90) + "1" + "}".repeat(90);
        assertThat(client.patch("merge-patch", MAPS + "/m", deep).code()).isEqualTo(413);
        var made = "{\"metadata\": {\"name\": \"deep\"}, \"data\": " + deep + "}";
        assertThat(client.post(MAPS, made).code()).isIn(413, 422);
    }

    @Test
    void aPatchThatCopiesTooOftenIsRefused() throws Exception {
        var data =
                IntStream.range(0, 2000)
                        .mapToObj("\"k%d\":\"\""::formatted)
                        .collect(Collectors.joining(",", "{", "}"));
        client.post(MAPS, "{\"metadata\": {\"name\": \"wide\"}, \"data\": " + data + "}");
        var adds = operations(10_000, "{\"op\":\"add\",\"path\":\"/data/k\",\"value\":\"#\"}");
        var answer = client.patch("json-patch", MAPS + "/wide", adds);
        assertThat(answer.code()).isEqualTo(413);
        assertThat(answer.message()).contains("too often");
    }

    @Test
    void manyValuesInFewLettersAreRefused() throws Exception {
        var answer = client.post(MAPS, "[" + "0,".repeat(1_000_000) + "0]");
        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).contains("more values");
    }

    @Test
    void longListsAreNotMerged() throws Exception {
        var items = operations(40_000, "{\"ip\":\"#\"}");
        var patch = "{\"status\":{\"podIPs\":" + items + "}}";
        var answer = client.patch("strategic-merge-patch", MAPS + "/m", patch);
        assertThat(answer.code()).isEqualTo(413);
    }

    private static void part(ByteArrayOutputStream out, int number, byte[] bytes) {
        out.write((number << 3) | 2);
        for (var left = bytes.length; ; left >>>= 7) {
            out.write(left > 0x7f ? (left & 0x7f) | 0x80 : left);
            if (left <= 0x7f) {
                break;
            }
        }
        out.writeBytes(bytes);
    }

    private static byte[] service(int finalizers) {
        var type = new ByteArrayOutputStream();
        part(type, 1, "v1".getBytes(StandardCharsets.UTF_8));
        part(type, 2, "Service".getBytes(StandardCharsets.UTF_8));
        var metadata = new ByteArrayOutputStream();
        part(metadata, 1, "svc".getBytes(StandardCharsets.UTF_8));
        for (var i = 0; i < finalizers; i++) {
            part(metadata, 14, new byte[0]);
        }
        var object = new ByteArrayOutputStream();
        part(object, 1, metadata.toByteArray());
        var all = new ByteArrayOutputStream();
        all.writeBytes(new byte[] {'k', '8', 's', 0});
        part(all, 1, type.toByteArray());
        part(all, 2, object.toByteArray());
        return all.toByteArray();
    }

    @Test
    void aLongBinaryBodyIsReadInOneGo() throws Exception {
        var began = System.nanoTime();
        assertThat(send(service(80_000))).isBetween(400, 499);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
        assertThat(send(service(200_000))).isEqualTo(413);
    }

    private int send(byte[] body) throws Exception {
        var request =
                client.request(SERVICES + "?dryRun=All", "Bearer " + client.token())
                        .header("Content-Type", "application/vnd.kubernetes.protobuf")
                        .POST(BodyPublishers.ofByteArray(body))
                        .build();
        return client.send(request).code();
    }

    @Test
    void annotationsTogetherHaveKubernetesLimit() throws Exception {
        var text = "x".repeat(263_000);
        var answer =
                client.post(
                        MAPS,
                        "{\"metadata\": {\"name\": \"n\", \"annotations\": {\"a\": \"%s\"}}}"
                                .formatted(text));
        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message()).contains("262144 bytes");
    }

    @Test
    void selectorsMayRepeatThemselvesAndHaveALimit() throws Exception {
        assertThat(client.get(MAPS + "?labelSelector=a%20in%20(x,x)").code()).isEqualTo(200);
        assertThat(client.get(MAPS + "?labelSelector=" + "a,".repeat(900)).code()).isEqualTo(200);
        assertThat(client.get(MAPS + "?labelSelector=" + "a,".repeat(6000)).code()).isEqualTo(400);
    }

    @Test
    void whatIsNoObjectInAListIsRefused() throws Exception {
        var service = "{\"metadata\": {\"name\": \"s\"}, \"spec\": {\"ports\": [1, \"a\", null]}}";
        assertThat(client.post(SERVICES, service).code()).isBetween(400, 499);
        var pod = "{\"metadata\": {\"name\": \"p\"}, \"spec\": {\"containers\": [1]}}";
        assertThat(client.post("/api/v1/namespaces/default/pods", pod).code()).isBetween(400, 499);
    }
}
