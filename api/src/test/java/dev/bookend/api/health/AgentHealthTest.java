package dev.bookend.api.health;

import static dev.bookend.api.service.TestPods.SERVE;
import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.awaitReady;
import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.duty.Duties;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.TestPods;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;

/// `/readyz`, `/livez` and `/healthz` tell the truth.
class AgentHealthTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @TempDir Path directory;
    private final Duties duties = new Duties(_ -> {});

    /// What those who look after the pods say.
    private record Said(boolean isAwake, boolean hasTakenOver, boolean isDraining)
            implements AgentHealth.Pods {
        @Override
        public List<String> problems() {
            return List.of();
        }
    }

    private AgentHealth health(Said said) {
        return new AgentHealth(said, duties, directory);
    }

    @Test
    void notReadyUntilThePodsAreTakenOver() {
        var early = health(new Said(true, false, false));
        assertThat(early.hindrance())
                .hasValueSatisfying(it -> assertThat(it).contains("being taken over"));
        assertThat(early.sickness()).isEmpty();
        assertThat(health(new Said(true, true, false)).hindrance()).isEmpty();
    }

    /// Shows SAFE-5.
    @Test
    void neitherReadyNorAliveWhenNobodyLooksAfterThePods() {
        var dead = health(new Said(false, true, false));
        assertThat(dead.sickness())
                .hasValueSatisfying(it -> assertThat(it).contains("restart the agent"));
        assertThat(dead.hindrance()).isEqualTo(dead.sickness());
    }

    /// Shows SAFE-5.
    @Test
    void aThreadThatFailsIsNamedAndBegunAnew() throws Exception {
        var health = health(new Said(true, true, false));
        var begun = new Semaphore(0);
        try (var _ =
                duties.begin(
                        "careless",
                        () -> {
                            begun.release();
                            throw new IllegalStateException("oh");
                        })) {
            begun.acquire(4);
            assertThat(health.sickness().orElseThrow())
                    .contains("the thread careless failed", "oh", "restart the agent");
            assertThat(health.hindrance()).isPresent();
        }
        assertThat(health.sickness()).isEmpty();
    }

    /// Shows SAFE-5.
    @Test
    void aThreadThatHasEndedIsNamed() {
        duties.begin("short", () -> {});
        Awaitility.await().until(() -> health(new Said(true, true, false)).sickness().isPresent());
        assertThat(duties.hopeless().orElseThrow()).contains("the thread short has ended");
    }

    @Test
    void notReadyWhereNothingCanBeWritten() throws Exception {
        var health =
                new AgentHealth(new Said(true, true, false), duties, directory.resolve("missing"));
        assertThat(health.hindrance().orElseThrow()).contains("cannot be written");
        Files.createDirectory(directory.resolve("missing"));
        assertThat(health.hindrance()).isEmpty();
        assertThat(directory.resolve("missing")).isEmptyDirectory();
    }

    @Test
    void whatAnotherPutInPlaceOfTheProbeIsNotFollowed() throws Exception {
        var victim = Files.writeString(directory.resolve("victim"), "kept");
        Files.createSymbolicLink(directory.resolve("probe"), victim);
        assertThat(health(new Said(true, true, false)).hindrance()).isPresent();
        assertThat(victim).hasContent("kept");
    }

    @Test
    void aDrainedAgentIsAliveAndTakesNoPods() throws Exception {
        try (var world = ApiWorld.open(directory)) {
            var client = world.client();
            client.post(PODS, pod("web", SERVE));
            awaitObject(client, PODS + "/web", TestPods::isReady);
            client.post("/bookend/drain?budgetSeconds=1", "");
            assertThat(client.get("/readyz").code()).isEqualTo(503);
            assertThat(client.get("/readyz").text()).contains("drained");
            assertThat(client.get("/healthz").text()).isEqualTo("ok");
        }
    }

    @Test
    void theNextAgentIsReadyOnceItHasItsPods() throws Exception {
        try (var world = ApiWorld.open(directory)) {
            var client = world.client();
            client.post(PODS, pod("web", SERVE));
            awaitObject(client, PODS + "/web", TestPods::isReady);
        }
        try (var world = ApiWorld.open(directory)) {
            var client = world.client();
            awaitReady(client);
            client.delete(PODS + "/web?gracePeriodSeconds=0");
            awaitGone(client, PODS + "/web");
        }
    }
}
