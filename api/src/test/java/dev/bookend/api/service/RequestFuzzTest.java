package dev.bookend.api.service;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.read.FuzzTime;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.EOFException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// Whatever is asked, the answer is no fault of ours, nobody dies of it, and nothing of it stays.
/// Shows SAFE-5.
class RequestFuzzTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final long SEED = Long.getLong("fuzz.seed", 12);
    private static final int CLIENTS = 4;
    private static final long MIB = 1024L * 1024;

    private ApiWorld world;
    private TestClient client;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
        client.post(PODS, pod("web", SERVE));
        client.post(MAPS, "{\"metadata\": {\"name\": \"m\"}, \"data\": {\"a\": \"b\"}}");
        awaitObject(client, PODS + "/web", TestPods::isReady);
    }

    @AfterEach
    void close() throws Exception {
        client.delete(PODS + "/web?gracePeriodSeconds=0");
        awaitGone(client, PODS + "/web");
        world.close();
    }

    @Test
    void someStrangeRequestsAreAnswered() throws Exception {
        ask(1_000);
    }

    /// From several clients at once.
    @Test
    @Tag("slow")
    void manyStrangeRequestsLeaveNothingBehind() throws Exception {
        ask(5_000);
        var before = used();
        try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
            var all = new ArrayList<Callable<Boolean>>();
            for (var i = 1; i <= CLIENTS; i++) {
                var requests = new FuzzedRequests(SEED + i);
                all.add(() -> ask(requests, Integer.getInteger("fuzz.requests", 95_000) / CLIENTS));
            }
            for (var each : clients.invokeAll(all)) {
                assertThat(each.get()).isTrue();
            }
        }
        assertThat(used() - before).as("MiB of memory that stay").isLessThan(24);
    }

    private static long used() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / MIB;
    }

    private void ask(int count) throws Exception {
        ask(new FuzzedRequests(SEED), count);
    }

    private boolean ask(FuzzedRequests requests, int count) throws Exception {
        var time = new FuzzTime(count, Duration.ZERO);
        try (var connection = new KeptConnection(client)) {
            for (var round = time.next(); round >= 0; round = time.next()) {
                ask(connection, requests.next(), round);
            }
        }
        assertThat(client.get("/livez").text()).isEqualTo("ok");
        assertThat(world.log).noneMatch(it -> it.contains("failed") || it.contains("put aside"));
        assertThat(client.get(MAPS).text()).contains("\"name\":\"m\"");
        return true;
    }

    private static void ask(KeptConnection connection, FuzzedRequests.Fuzzed request, int round)
            throws Exception {
        try {
            var answer = connection.ask(request);
            assertThat(answer.code())
                    .as(() -> "%s, answered with %s".formatted(said(request, round), answer))
                    .isBetween(200, 499);
        } catch (EOFException | RuntimeException broken) {
            throw new AssertionError("no answer to " + said(request, round), broken);
        }
    }

    private static String said(FuzzedRequests.Fuzzed request, int round) {
        return "request %d of seed %d: %s %s (%s, %s) %s"
                .formatted(
                        round,
                        SEED,
                        request.method(),
                        request.target(),
                        request.type(),
                        request.accept(),
                        request.body());
    }
}
