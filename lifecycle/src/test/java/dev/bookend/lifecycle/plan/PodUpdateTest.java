package dev.bookend.lifecycle.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class PodUpdateTest {
    private static PodManifest pod(Map<String, String> annotations, Duration grace) {
        var sleep = new Handler.Sleep(Duration.ofSeconds(5));
        var lifecycle =
                new Lifecycle(
                        Optional.empty(), Optional.of(sleep), Optional.empty(), Optional.empty());
        var app = ContainerSpec.named("app").edit().command(List.of("true")).lifecycle(lifecycle);
        var meta =
                new PodMeta(
                        "default",
                        "web",
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        annotations);
        return new PodManifest(
                meta,
                PodSettings.DEFAULT.withGrace(grace),
                List.of(),
                List.of(
                        app.spec(),
                        ContainerSpec.named("log").edit().command(List.of("true")).spec()),
                List.of());
    }

    private static List<Finding> changed(Map<String, String> before, Map<String, String> after) {
        var grace = Duration.ofSeconds(30);
        return PodUpdate.findings(pod(before, grace), pod(after, grace), Home.EMBEDDED);
    }

    /// Shows INPUT-7.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bookend.dev/sidecars",
                "bookend.dev/sidecar-exit-codes",
                "bookend.dev/strict-hooks",
                "apps.kruise.io/container-launch-priority",
                "kruise.io/container-exit-priority"
            })
    void everyKeyOfTheOrderIsFixed(String key) {
        for (var garbage : List.of("garbage", "")) {
            assertThat(changed(Map.of(), Map.of(key, garbage)))
                    .anySatisfy(
                            it ->
                                    assertThat(it.sentence())
                                            .contains(key, "fixed", "delete the pod", "INPUT-7"));
        }
        assertThat(changed(Map.of(key, "garbage"), Map.of())).isNotEmpty();
        assertThat(changed(Map.of(key, "garbage"), Map.of(key, "garbage", "a/b", "c"))).isEmpty();
    }

    /// Shows INPUT-7.
    @Test
    void aGraceBelowASleepIsRefusedAsInANewPod() {
        var after = pod(Map.of(), Duration.ofSeconds(3));
        var refused =
                PodUpdate.findings(pod(Map.of(), Duration.ofSeconds(30)), after, Home.EMBEDDED);
        assertThat(refused)
                .isNotEmpty()
                .isEqualTo(
                        Planner.plan(after, Home.EMBEDDED).all().stream()
                                .filter(Finding::isError)
                                .toList());
    }

    @Test
    void whatWasWrongBeforeIsNotThisChangesDoing() {
        var wrong = Duration.ofSeconds(3);
        assertThat(
                        PodUpdate.findings(
                                pod(Map.of(), wrong),
                                pod(Map.of("a/b", "c"), wrong),
                                Home.EMBEDDED))
                .isEmpty();
    }
}
