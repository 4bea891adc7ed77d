package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.List;
import java.util.stream.IntStream;

@Tag("cluster")
@ExtendWith(OnCluster.class)
class AdmissionTest {
    private static final String ORDERED =
            "annotations: {apps.kruise.io/container-launch-priority: Ordered}";
    private static final String NATIVE =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: native, labels: {app: x}, annotations: {example.com/note: words}}
            spec:
              initContainers:
              - {name: log, image: i, restartPolicy: Always, env: [{name: A, value: "1"}]}
              containers:
              - {name: a, image: i, ports: [{containerPort: 80}], resources: {limits: {cpu: "1"}}}
              - {name: b, image: i, livenessProbe: {tcpSocket: {port: 80}}}
            """;

    /// Shows INPUT-6.
    @Test
    void podsWithoutOrderAreUnchangedToTheByte(Space space) {
        var pods =
                List.of(
                        new OrderedPod("plain").container("a", "").container("b", "").yaml(),
                        new OrderedPod("level").container("a", "7").container("b", "7").yaml(),
                        NATIVE);
        var with = pods.stream().map(it -> created(space, it)).toList();
        try (var _ = Uninstalled.webhooks(space.cluster())) {
            var without = pods.stream().map(it -> created(space, it)).toList();
            assertThat(with).isEqualTo(without);
        }
    }

    /// The object as it would be, less what is new each time.
    private static String created(Space space, String yaml) {
        var ran = space.dryRun(yaml).must();
        return ran.text()
                .replaceAll("(?m)^Warning: .*\n", "")
                .replaceAll("\"uid\": \"[^\"]*\"", "")
                .replaceAll("\"(creationTimestamp|time)\": \"[^\"]*\"", "")
                .replaceAll("kube-api-access-[a-z0-9]*", "");
    }

    /// Shows INPUT-3 and INPUT-4.
    @Test
    void whatCannotBeMeantIsRefused(Space space) {
        var bad = new OrderedPod("bad").container("a", "first").container("b", "1");
        assertThat(space.tryToCreate(bad.yaml()).text())
                .contains("Bookend refuses this pod", "which is not an integer", "INPUT-3");
    }

    /// The policy that needs no operator must not hide what the operator has to say.
    /// Shows INPUT-4.
    @Test
    void anOrderBesideAnotherProblemIsRefusedForThatProblem(Space space) {
        var range = new OrderedPod("range").container("a", "2147483648").container("b", "1");
        assertThat(space.tryToCreate(range.yaml()).text()).contains("out of range");
        var exit =
                new OrderedPod("exit")
                        .container("a", "2")
                        .container("b", "1")
                        .meta("annotations: {kruise.io/container-exit-priority: '{\"c\": 1}'}");
        assertThat(space.tryToCreate(exit.yaml()).text()).contains("c is no container of this pod");
    }

    /// Shows INPUT-3.
    @Test
    void numbersOfManyDigitsAreJudgedByTheirValue(Space space) {
        var zeros = new OrderedPod("zeros").container("a", "0000000000002").container("b", "1");
        assertThat(created(space, zeros.yaml())).contains("\"p_2\"", "\"p_1\"");
        var large = new OrderedPod("large").container("a", "1000000000000").container("b", "1");
        assertThat(space.tryToCreate(large.yaml()).text())
                .contains("Bookend refuses this pod", "1000000000000, which is out of range");
        var exit = "annotations: {kruise.io/container-exit-priority: '{\"a\": 1000000000000}'}";
        assertThat(space.tryToCreate(large.meta(exit).yaml()).text())
                .contains("exit priority 1000000000000 of a is out of range");
    }

    /// Shows INPUT-4.
    @Test
    void moreContainersThanCanBePlannedAreRefusedWithTheirOrder(Space space) {
        assertThat(created(space, many(500, ORDERED))).contains("\"p_-499\"");
        for (var meta : List.of(ORDERED, "annotations: {bookend.dev/sidecars: c0}")) {
            assertThat(space.tryToCreate(many(501, meta)).text())
                    .contains("Bookend refuses this pod", "more than 500 containers");
        }
        created(space, many(501, "labels: {a: b}"));
    }

    private static String many(int count, String meta) {
        var pod = new OrderedPod("many").meta(meta);
        IntStream.range(0, count).forEach(it -> pod.bare("c" + it, "", "sleep 1000"));
        return pod.yaml();
    }

    @Test
    void aPodMadeFromOneThatHasRunBeginsAnew(Space space) {
        var run =
                new OrderedPod("run")
                        .container("a", "2")
                        .container("b", "1")
                        .meta("annotations: {bookend.dev/launch-opened: \"2\", note: words}");
        assertThat(created(space, run.yaml()))
                .contains("\"note\": \"words\"", "p_2")
                .doesNotContain("launch-opened");
    }

    @Test
    void theLabelOfAnOrderedPodStays(Space space) {
        space.create(new OrderedPod("pod").container("a", "2").container("b", "1"));
        assertThat(space.kubectl("label", "pod", "pod", "bookend.dev/launch-").text())
                .contains("cannot be changed or removed");
        space.kubectl("label", "pod", "pod", "other=label").must();
    }

    @Test
    void aQuotaThatForbidsTheMapIsToldOnThePod(Space space) {
        space.kubectl("create", "quota", "few", "--hard=configmaps=1").must();
        space.create(new OrderedPod("pod").container("a", "2").container("b", "1"));
        Space.eventually(
                () ->
                        assertThat(space.condition("pod"))
                                .contains("pod-barrier cannot be written", "exceeded quota"));
        space.kubectl("delete", "quota", "few").must();
        space.assertInOrder("pod", "a", "b");
    }

    /// Shows KUBE-7.
    @Test
    void withoutOperatorsOthersAreCreatedAndOrdersAreRefusedInOurWords(Space space) {
        scale(space, 0);
        try {
            for (var asking : asking()) {
                Space.eventually(
                        () ->
                                assertThat(space.tryToCreate(asking.yaml()).text())
                                        .contains("Bookend did not answer", "bookend-operator")
                                        .doesNotContain("failed calling webhook"));
            }
            space.tryToCreate(new OrderedPod("other").container("a", "").yaml()).must();
            space.tryToCreate(NATIVE).must();
        } finally {
            scale(space, 2);
        }
    }

    private static List<OrderedPod> asking() {
        return List.of(
                new OrderedPod("list").container("a", "").container("b", "").meta(ORDERED),
                new OrderedPod("number").container("a", "1").container("b", "2"),
                new OrderedPod("wrong").container("a", "first").container("b", "1"),
                new OrderedPod("huge").container("a", "99999999999999").container("b", "1"),
                new OrderedPod("exit")
                        .container("a", "")
                        .meta("annotations: {kruise.io/container-exit-priority: \"{}\"}"));
    }

    private static void scale(Space space, int replicas) {
        space.cluster()
                .kubectl(
                        "scale",
                        "-n",
                        "bookend",
                        "deployment/bookend-operator",
                        "--replicas=" + replicas)
                .must();
        space.cluster().awaitOperators();
    }

    /// Shows KUBE-8.
    @Test
    void aContainerThatAnotherWebhookAddsGetsItsBarrierToo(Space space) {
        assumeTrue(space.cluster().isOurs());
        var pod = new OrderedPod("pod").container("a", "").container("b", "").meta(ORDERED);
        var added =
                """
                [{"op": "add", "path": "/spec/containers/-",
                  "value": {"name": "added", "image": "i"}}]
                """;
        try (var _ = new OtherWebhook(space, added)) {
            Space.eventually(
                    () ->
                            assertThat(created(space, pod.yaml()))
                                    .contains("\"added\"", "p_0", "p_-1", "p_-2"));
        }
    }

    /// Bookend was not asked about it, so it must not be created without its order.
    @Test
    void theFirstPriorityThatAnotherWebhookAddsIsRefused(Space space) {
        assumeTrue(space.cluster().isOurs());
        var pod = new OrderedPod("pod").container("a", "").container("b", "");
        var added =
                """
                [{"op": "add", "path": "/spec/containers/0/env",
                  "value": [{"name": "KRUISE_CONTAINER_PRIORITY", "value": "5"}]}]
                """;
        try (var _ = new OtherWebhook(space, added)) {
            Space.eventually(
                    () ->
                            assertThat(space.dryRun(pod.yaml()).text())
                                    .contains("this pod has no barrier", "another webhook"));
        }
    }
}
