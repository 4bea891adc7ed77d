package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.e2e.Program.Ran;
import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The order of a pod that is there is fixed, through whichever door it is written.
@Tag("cluster")
@ExtendWith(OnCluster.class)
class FixedOrderTest {
    private static final Map<String, String> ORDER =
            Map.of(
                    OrderKeys.SIDECARS, "log",
                    OrderKeys.SIDECAR_EXIT_CODES, "ignore",
                    OrderKeys.STRICT_HOOKS, "false",
                    OrderKeys.LAUNCH_HOLD, "10s",
                    OrderKeys.READINESS_GATE, "true",
                    OrderKeys.LAUNCH, "Ordered",
                    OrderKeys.EXIT, "{\"log\": 1}");
    private static final String ADDED =
            """
            {"annotations": {"a": "b"}, "labels": {"a": "b"}}""";
    private static final String CHANGED =
            """
            {"annotations": {"a": null}, "labels": {"a": "c"}}""";
    private static final List<String> DOORS = List.of("", "status");

    /// Shows INPUT-7.
    @Test
    void noKeyOfAnOrderIsAddedChangedOrRemoved(Space space) {
        assertThat(ORDER).containsOnlyKeys(OrderKeys.ANNOTATIONS);
        space.apply(pod("all", metadata()));
        space.apply(pod("none", ""));
        for (var key : ORDER.keySet()) {
            refused(space, "none", "annotations", key, Json.of("true"));
            refused(space, "all", "annotations", key, Json.of("other"));
            refused(space, "all", "annotations", key, new Json.Null());
        }
        refused(space, "none", "labels", OrderKeys.LAUNCH, Json.of("Ordered"));
        refused(space, "all", "labels", OrderKeys.LAUNCH, Json.of("other"));
        refused(space, "all", "labels", OrderKeys.LAUNCH, new Json.Null());
    }

    @Test
    void everythingElseOfAPodIsChangedAsEver(Space space) {
        space.apply(pod("all", metadata()));
        space.apply(pod("none", ""));
        for (var pod : List.of("all", "none")) {
            for (var door : DOORS) {
                patch(space, pod, door, ADDED).must();
                patch(space, pod, door, CHANGED).must();
                patch(space, pod, door, same(space, pod)).must();
            }
        }
        patch(space, "all", "", "{\"finalizers\": [\"example.com/held\"]}").must();
        space.kubectl("delete", "pod", "all", "--wait=false", "--now").must();
        patch(space, "all", "", "{\"finalizers\": null}").must();
        space.kubectl("wait", "--for=delete", "pod/all", "--timeout=120s").must();
    }

    private static String same(Space space, String pod) {
        var annotations = space.pod(pod).at("metadata", "annotations").orElseThrow();
        return "{\"annotations\": %s}".formatted(annotations.line());
    }

    private static void refused(Space space, String pod, String field, String key, Json value) {
        var entry = Json.object().put(key, value).done();
        var changed = Json.object().put(field, entry).done();
        for (var door : DOORS) {
            var ran = patch(space, pod, door, changed.line());
            assertThat(ran.well()).as(ran.text()).isFalse();
            assertThat(ran.text())
                    .contains(key + " cannot be added, changed or removed")
                    .contains("make it anew", "template of its workload", "INPUT-7");
        }
    }

    private static Ran patch(Space space, String pod, String door, String metadata) {
        return space.kubectl(
                "patch",
                "pod",
                pod,
                "--type=merge",
                "--subresource=" + door,
                "--patch={\"metadata\": %s}".formatted(metadata));
    }

    private static String metadata() {
        var annotations =
                ORDER.entrySet().stream()
                        .map(it -> "%s: '%s'".formatted(it.getKey(), it.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        return ", annotations: %s, labels: {%s: Ordered}".formatted(annotations, OrderKeys.LAUNCH);
    }

    private static String pod(String name, String metadata) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s%s}
        spec:
          terminationGracePeriodSeconds: 1
          initContainers:
          - {name: log, image: "%3$s", restartPolicy: Always, command: [sleep, "1000"]}
          containers:
          - {name: a, image: "%3$s", command: [sleep, "1000"]}
          - {name: b, image: "%3$s", command: [sleep, "1000"]}
        """
                .formatted(name, metadata, Cluster.busybox());
    }
}
