package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What somebody does in a namespace of his own takes the order from nobody else, and his own pods
/// go on when he has put it right.
@Tag("cluster")
@ExtendWith(OnCluster.class)
class TenantsTest {
    private static final String LABEL = "bookend.dev/launch";
    private static final String MAP = "configmap/pod-barrier";
    private static final int MEGABYTE = 1_000_000;

    /// The policy that holds a pod's order may come after such a pod, or be taken away.
    /// Shows SAFE-5.
    @Test
    void aPodBeyondAllNumbersOrWithoutSenseStopsOnlyItself(Space space) {
        try (var _ = Uninstalled.policy(space.cluster(), "bookend-order")) {
            senseless(space);
        }
        go(space);
    }

    private static void senseless(Space space) {
        new Operators(space.cluster())
                .outlive(
                        space,
                        () -> {
                            space.apply(endless());
                            space.create(waiting());
                            space.awaitState("pod", "a", "running");
                            annotate(space, "huge", "kruise.io/container-exit-priority=Ordered");
                            annotate(space, "pod", "kruise.io/container-exit-priority=Nonsense");
                            Space.eventually(
                                    () ->
                                            assertThat(space.kubectl("get", "events").text())
                                                    .contains("PodSetAside"));
                        });
        annotate(space, "pod", "kruise.io/container-exit-priority-");
    }

    /// A policy is gone a moment after it was deleted.
    private static void annotate(Space space, String pod, String annotation) {
        Space.eventually(() -> space.kubectl("annotate", "pod", pod, annotation).must());
    }

    private static String endless() {
        var most = String.valueOf(Long.MAX_VALUE);
        return new OrderedPod("huge")
                .container("a", "2")
                .container("b", "1")
                .yaml()
                .replace("Seconds: 1\n", "Seconds: %s\n".formatted(most))
                .replace(
                        "command: [sh",
                        "lifecycle: {preStop: {sleep: {seconds: %d}}}, command: [sh"
                                .formatted(Long.MAX_VALUE - 1));
    }

    /// Shows SAFE-5.
    @Test
    void manyLargeReviewsFromAnybody(Space space) {
        assumeTrue(space.cluster().isOurs());
        var operators = new Operators(space.cluster());
        operators.outlive(space, () -> operators.addresses().forEach(TenantsTest::flood));
    }

    private static void flood(String operator) {
        var flood = new Flood(operator);
        flood.send(40, review("x".repeat(MEGABYTE)));
        flood.send(40, review("\"},{\"name\":\"".repeat(70_000)));
        flood.send(4, "x".repeat(8 * MEGABYTE));
    }

    private static String review(String value) {
        return """
        {"request": {"uid": "u", "namespace": "x", "object": {"metadata": {"name": "p"},
         "spec": {"containers": [{"name": "a", "env": [{"name": "%s"}]}]}}}}
        """
                .formatted(value);
    }

    /// Shows SAFE-5.
    @Test
    void manyLargeConfigMapsThatWearOurLabel(Space space) {
        var operators = new Operators(space.cluster());
        for (var i = 0; i < 10; i++) {
            var ten = IntStream.range(10 * i, 10 * i + 10).mapToObj(TenantsTest::large);
            space.tryToCreate(ten.collect(Collectors.joining("---\n"))).must();
        }
        operators.restart();
        operators.outlive(space, () -> {});
    }

    private static String large(int number) {
        return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: large-%d-barrier, labels: {%s: ordered}}
        data: {large: %s}
        """
                .formatted(number, LABEL, "x".repeat(MEGABYTE));
    }

    /// Shows KUBE-1.
    @Test
    void aConfigMapWithTheBarriersNameIsDeletedAsWeAsked(Space space) {
        space.kubectl("create", "configmap", "pod-barrier", "--from-literal=a=b").must();
        space.create(waiting());
        Space.eventually(
                () -> assertThat(space.condition("pod")).contains("is not Bookend's", "delete"));
        space.kubectl("delete", MAP).must();
        space.awaitState("pod", "a", "running");
        go(space);
    }

    /// Shows KUBE-1.
    @Test
    void theLabelOfABarrierIsTakenOffInTheMiddle(Space space) {
        space.create(waiting());
        space.awaitState("pod", "a", "running");
        space.kubectl("label", MAP, LABEL + "-").must();
        go(space);
        assertThat(space.kubectl("get", MAP, "--show-labels").text()).contains(LABEL + "=ordered");
    }

    /// Shows KUBE-1.
    @Test
    void theOperatorsAccountMayWriteBarriersAndNothingElse(Space space) {
        space.create(waiting());
        space.awaitState("pod", "a", "running");
        space.kubectl("create", "configmap", "mine", "--from-literal=a=b").must();
        space.kubectl("run", "other", "--image=" + Cluster.busybox()).must();
        var patch = "--patch={\"metadata\": {\"annotations\": {\"a\": \"b\"}}}";
        refused(space, "only barriers", "create", "configmap", "x", "--from-literal=a=b");
        refused(space, "only barriers", "create", "configmap", "x-barrier");
        refused(space, "only barriers", "patch", "configmap/mine", patch);
        refused(space, "keys of a barrier", "patch", MAP, "--patch={\"data\": {\"x\": \"y\"}}");
        refused(space, "forbidden", "delete", MAP);
        refused(space, "only pods whose launch it orders", "patch", "pod/other", patch);
        refused(space, "no container's image", "set", "image", "pod/pod", "a=x");
        refused(space, "forbidden", "get", "secrets");
        space.kubectl("patch", "pod/pod", patch, Operators.ACCOUNT).must();
        go(space);
    }

    private static void refused(Space space, String reason, String... words) {
        var all = IntStream.rangeClosed(0, words.length);
        var ran =
                space.kubectl(
                        all.mapToObj(it -> it < words.length ? words[it] : Operators.ACCOUNT)
                                .toArray(String[]::new));
        assertThat(ran.text()).contains(reason);
        assertThat(ran.well()).as(ran.text()).isFalse();
    }

    private static OrderedPod waiting() {
        var until =
                OrderedPod.RUN.replace("sleep 1;", "until [ -e /shared/go ]; do sleep 1; done;");
        return new OrderedPod("pod").container("a", "2", until).container("b", "1");
    }

    private static void go(Space space) {
        space.kubectl("exec", "pod", "-c", "a", "--", "touch", "/shared/go").must();
        space.assertInOrder("pod", "a", "b");
    }
}
