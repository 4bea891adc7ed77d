package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

@Tag("cluster")
@ExtendWith(OnCluster.class)
class LaunchOrderTest {
    private static final String ORDERED = "apps.kruise.io/container-launch-priority: Ordered";

    @Test
    void twoLevels(Space space) {
        levels(space, 2);
    }

    /// Shows INPUT-1.
    @Test
    void threeLevels(Space space) {
        levels(space, 3);
    }

    /// Shows LAUNCH-2 and KUBE-1.
    @Test
    void fiveLevels(Space space) {
        levels(space, 5);
    }

    private static void levels(Space space, int count) {
        var pod = new OrderedPod("pod");
        var names = IntStream.range(0, count).mapToObj(i -> "c" + i).toList();
        for (var i = count - 1; i >= 0; i--) {
            pod.container(names.get(i), String.valueOf(count - i));
        }
        space.create(pod);
        space.assertInOrder("pod", names.toArray(String[]::new));
        Space.eventually(
                () ->
                        assertThat(space.condition("pod"))
                                .isEqualTo("all %d levels are up".formatted(count)));
    }

    /// Shows INPUT-1.
    @Test
    void orderedByAnnotation(Space space) {
        space.create(list().meta("annotations: {" + ORDERED + "}"));
        space.assertInOrder("pod", "a", "b", "c");
    }

    /// Shows INPUT-3.
    @Test
    void orderedByLabel(Space space) {
        space.create(list().meta("labels: {" + ORDERED + "}"));
        space.assertInOrder("pod", "a", "b", "c");
    }

    private static OrderedPod list() {
        return new OrderedPod("pod").container("a", "").container("b", "").container("c", "");
    }

    /// Each of the two is ready only when the other has started.
    /// Shows INPUT-1 and LAUNCH-2.
    @Test
    void samePriorityStartsSideBySide(Space space) {
        space.create(
                new OrderedPod("pod")
                        .container("late", "-1")
                        .container("one", "5", meeting("one", "two"))
                        .container("two", "5", meeting("two", "one")));
        space.awaitReady("pod");
        assertThat(space.start("pod", "late"))
                .isGreaterThan(space.start("pod", "one"))
                .isGreaterThan(space.start("pod", "two"));
    }

    private static String meeting(String self, String other) {
        return OrderedPod.RUN.replace(
                "sleep 1;",
                "touch /shared/%s; until [ -e /shared/%s ]; do sleep 1; done;"
                        .formatted(self, other));
    }

    /// Shows LAUNCH-2.
    @Test
    void aLevelThatIsNeverReadyHoldsTheNext(Space space) {
        space.create(
                new OrderedPod("pod").container("db", "1", "sleep 10000").container("app", "0"));
        Space.eventually(
                () ->
                        assertThat(space.condition("pod"))
                                .contains("level 2 of 2 (app) waits until these are ready: db"));
        assertThat(space.state("pod", "app")).contains("waiting");
        Space.eventually(
                () ->
                        assertThat(space.kubectl("get", "events").text())
                                .contains("LevelWaiting", "waits until these are ready: db"));
    }

    /// Shows LAUNCH-5.
    @Test
    void aOneShotAtTheTopOpensTheNextLevel(Space space) {
        space.create(
                new OrderedPod("pod")
                        .policy("OnFailure")
                        .container("setup", "1", "sleep 1; exit 0")
                        .container("app", "0"));
        space.awaitState("pod", "app", "running");
        assertThat(space.state("pod", "setup")).contains("terminated");
    }

    /// However short it ran, whatever its exit code and the restart policy.
    /// Shows LAUNCH-3.
    @Test
    void aContainerWithoutProbesThatRanOpensTheNextLevel(Space space) {
        var policies = List.of("Always", "OnFailure", "Never");
        for (var policy : policies) {
            space.create(exitingAtOnce(policy, "exit 1"));
        }
        space.apply(exitingAtOnce("lost", "Never", "").yaml().replace("[sh, -c, \"\"]", "[/lost]"));
        for (var policy : policies) {
            space.awaitState(policy.toLowerCase(Locale.ROOT), "app", "running");
        }
        awaitFailure(space, "lost");
    }

    private static OrderedPod exitingAtOnce(String policy, String script) {
        return exitingAtOnce(policy.toLowerCase(Locale.ROOT), policy, script);
    }

    private static OrderedPod exitingAtOnce(String name, String policy, String script) {
        return new OrderedPod(name)
                .policy(policy)
                .bare("first", "1", script)
                .container("app", "0");
    }

    /// Shows LAUNCH-5.
    @Test
    void aFailureForGoodEndsThePod(Space space) {
        space.create(
                new OrderedPod("pod")
                        .policy("Never")
                        .container("setup", "1", "exit 3")
                        .container("app", "0"));
        awaitFailure(space, "pod");
    }

    private static void awaitFailure(Space space, String pod) {
        Space.eventually(
                () ->
                        assertThat(space.pod(pod).at("status", "phase"))
                                .contains(Json.of("Failed")));
        Space.eventually(
                () ->
                        assertThat(space.kubectl("get", "events").text())
                                .contains("LaunchGateFailed"));
        assertThat(space.state(pod, "app")).doesNotContain("running");
    }

    /// Shows LAUNCH-4.
    @Test
    void aCrashAfterItsTurnIsRestartedWithoutTheOrder(Space space) {
        space.create(
                new OrderedPod("pod")
                        .container("db", "1", crashingOnce())
                        .container("app", "0", OrderedPod.RUN));
        space.awaitState("pod", "app", "running");
        space.kubectl("exec", "pod", "-c", "app", "--", "touch", "/shared/crash").must();
        Space.eventually(() -> assertThat(space.restarts("pod", "db")).isPositive());
        space.awaitState("pod", "db", "running");
        assertThat(space.restarts("pod", "app")).isZero();
    }

    private static String crashingOnce() {
        return "touch /tmp/ready; until [ -e /shared/crash ]; do sleep 1; done;"
                + " rm /shared/crash; exit 1";
    }

    /// Shows KUBE-1.
    @Test
    void aLostMapIsMadeAgainWhole(Space space) {
        levels(space, 2);
        space.kubectl("delete", "configmap", "pod-barrier").must();
        Space.eventually(
                () ->
                        assertThat(space.json("get", "configmap", "pod-barrier").line())
                                .contains("\"p_2\":\"true\"", "\"p_1\":\"true\""));
    }
}
