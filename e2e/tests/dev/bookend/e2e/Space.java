package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.e2e.Program.Ran;
import dev.bookend.manifest.json.Json;

import org.awaitility.core.ThrowingRunnable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The namespace of one test, and what can be done and seen there.
final class Space implements AutoCloseable {
    static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration OFTEN = Duration.ofMillis(500);
    private final Cluster cluster;
    private final String name;

    Space(Cluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
        cluster.kubectl("create", "namespace", name).must();
        kubectl("wait", "--for=create", "serviceaccount/default", "--timeout=120s").must();
    }

    Cluster cluster() {
        return cluster;
    }

    String name() {
        return name;
    }

    Ran kubectl(String... words) {
        return cluster.kubectl(here(words));
    }

    Json json(String... words) {
        return cluster.json(here(words));
    }

    private String[] here(String... words) {
        var all = new ArrayList<>(List.of("-n", name));
        all.addAll(List.of(words));
        return all.toArray(String[]::new);
    }

    /// Tries once.
    Ran tryToCreate(String yaml) {
        return Program.reading(yaml).run(cluster.command(here("create", "-f", "-")));
    }

    /// What the object would be, webhooks and all, without creating it.
    Ran dryRun(String yaml) {
        var words = here("create", "--dry-run=server", "-o", "json", "-f", "-");
        return Program.reading(yaml).run(cluster.command(words));
    }

    /// Tries until it is there: while a part of the cluster restarts, one attempt may fail.
    void create(OrderedPod pod) {
        apply(pod.yaml());
    }

    void apply(String yaml) {
        eventually(
                () -> {
                    var ran = Program.reading(yaml).run(cluster.command(here("apply", "-f", "-")));
                    assertThat(ran.well()).as(ran.text()).isTrue();
                });
    }

    static void eventually(ThrowingRunnable assertion) {
        await().atMost(LONG).pollInterval(OFTEN).ignoreExceptions().untilAsserted(assertion);
    }

    void awaitReady(String pod) {
        eventually(
                () -> {
                    var ran =
                            kubectl("wait", "--for=condition=Ready", "pod/" + pod, "--timeout=60s");
                    assertThat(ran.well()).as(ran.text()).isTrue();
                });
    }

    /// Everybody is ready a second after its start, so the next one starts at least that later.
    void assertInOrder(String pod, String... containers) {
        awaitReady(pod);
        for (var i = 1; i < containers.length; i++) {
            assertThat(start(pod, containers[i]))
                    .as("%s after %s", containers[i], containers[i - 1])
                    .isGreaterThanOrEqualTo(start(pod, containers[i - 1]) + 1);
        }
    }

    /// When a container said that it started, in seconds of the node's own clock.
    double start(String pod, String container) {
        var log = kubectl("logs", pod, "-c", container).must().text();
        return Double.parseDouble(
                log.lines().findFirst().orElseThrow().substring("start ".length()));
    }

    Json pod(String pod) {
        return json("get", "pod", pod);
    }

    private Optional<Json> status(String pod, String container) {
        return pod(pod)
                .at("status", "containerStatuses")
                .map(Json::elements)
                .orElse(List.of())
                .stream()
                .filter(it -> it.text("name").equals(Optional.of(container)))
                .findFirst();
    }

    String state(String pod, String container) {
        return status(pod, container).flatMap(it -> it.field("state")).map(Json::line).orElse("");
    }

    void awaitState(String pod, String container, String state) {
        eventually(() -> assertThat(state(pod, container)).contains(state));
    }

    long restarts(String pod, String container) {
        return status(pod, container)
                .flatMap(it -> it.field("restartCount"))
                .map(it -> it.number().orElse(0))
                .orElse(0L);
    }

    String condition(String pod) {
        return pod(pod).at("status", "conditions").map(Json::elements).orElse(List.of()).stream()
                .filter(it -> it.text("type").equals(Optional.of("bookend.dev/LaunchOrder")))
                .flatMap(it -> it.text("message").stream())
                .findFirst()
                .orElse("");
    }

    /// The namespace goes away by itself, while the next test runs.
    @Override
    public void close() {
        kubectl("delete", "pods", "--all", "--grace-period=1", "--wait=false");
        cluster.kubectl("delete", "namespace", name, "--wait=false");
    }
}
