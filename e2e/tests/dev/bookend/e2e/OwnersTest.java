package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Whoever makes the pods, and however many at once: their order is kept.
/// Shows KUBE-1.
@Tag("cluster")
@ExtendWith(OnCluster.class)
class OwnersTest {
    private static final Duration LONGEST_CROWD = Duration.ofMinutes(12);
    private static final int CROWD = 100;

    @Test
    void aStatefulSetUsesANameAgain(Space space) {
        space.apply(owner("StatefulSet", "replicas: 1", twoLevels()));
        space.assertInOrder("own-0", "first", "second");
        var before = uid(space);
        space.kubectl("delete", "pod", "own-0", "--wait=false").must();
        Space.eventually(() -> assertThat(uid(space)).isPresent().isNotEqualTo(before));
        space.assertInOrder("own-0", "first", "second");
        assertThat(space.json("get", "configmap", "own-0-barrier").line())
                .contains(uid(space).orElseThrow());
    }

    private static Optional<String> uid(Space space) {
        return space.pod("own-0").at("metadata", "uid").flatMap(Json::text);
    }

    @Test
    void aDeploymentsPodsAreOrdered(Space space) {
        space.apply(owner("Deployment", "replicas: 2", twoLevels()));
        awaitPods(space, "deployment", Space.LONG);
        assertThat(pods(space)).hasSize(2);
        assertAllInOrder(space);
    }

    @Test
    void aDaemonSetsPodsAreOrderedOnEveryNode(Space space) {
        space.apply(owner("DaemonSet", "minReadySeconds: 0", twoLevels()));
        awaitPods(space, "daemonset", Space.LONG);
        assertThat(pods(space)).isNotEmpty();
        assertAllInOrder(space);
    }

    @Test
    void aJobGoesThroughItsLevelsAndCompletes(Space space) {
        var pod =
                new OrderedPod("job")
                        .policy("Never")
                        .container("second", "1", "test -e /shared/done")
                        .container("first", "2", "sleep 1; touch /shared/done");
        space.apply(
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: own}
                spec:
                  backoffLimit: 0
                  template:
                """
                        + pod.spec().indent(4));
        Space.eventually(
                () ->
                        assertThat(space.json("get", "job", "own").at("status", "succeeded"))
                                .contains(Json.of(1)));
    }

    @Test
    void aHundredAtOnce(Space space) {
        var pod = new OrderedPod("own").light("second", "1").light("first", "2");
        space.apply(owner("Deployment", "replicas: " + CROWD, pod));
        awaitPods(space, "deployment", LONGEST_CROWD);
        assertThat(pods(space)).hasSize(CROWD);
        assertAllInOrder(space);
    }

    private static OrderedPod twoLevels() {
        return new OrderedPod("own").container("second", "1").container("first", "2");
    }

    private static String owner(String kind, String count, OrderedPod pod) {
        return """
        apiVersion: apps/v1
        kind: %s
        metadata: {name: own}
        spec:
          %s
          selector: {matchLabels: {app: own}}
          template:
            metadata: {labels: {app: own}}
        %s\
        """
                .formatted(kind, count, pod.spec().indent(4));
    }

    private static void awaitPods(Space space, String kind, Duration patience) {
        var words =
                space.cluster()
                        .command(
                                "-n",
                                space.name(),
                                "rollout",
                                "status",
                                kind + "/own",
                                "--timeout=" + patience.toSeconds() + "s");
        Program.aloud(patience.plusMinutes(1)).run(words).must();
    }

    private static List<Json> pods(Space space) {
        return space.json("get", "pods").field("items").map(Json::elements).orElse(List.of());
    }

    /// The kubelet tells starts in whole seconds; a first container takes one to be ready.
    private static void assertAllInOrder(Space space) {
        for (var pod : pods(space)) {
            assertThat(started(pod, "second"))
                    .as(() -> pod.at("metadata", "name").map(Json::line).orElse(""))
                    .isAfterOrEqualTo(started(pod, "first").plusSeconds(1));
        }
    }

    private static Instant started(Json pod, String container) {
        return pod.at("status", "containerStatuses").map(Json::elements).orElse(List.of()).stream()
                .filter(it -> it.text("name").equals(Optional.of(container)))
                .flatMap(it -> it.at("state", "running", "startedAt").stream())
                .flatMap(it -> it.text().stream())
                .map(Instant::parse)
                .findFirst()
                .orElseThrow();
    }
}
