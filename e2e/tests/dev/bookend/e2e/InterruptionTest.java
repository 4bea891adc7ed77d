package dev.bookend.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// In the middle of a launch something that it needs goes away and comes back: the order holds, and
/// the pod gets there.
/// Shows KUBE-1.
@Tag("cluster")
@ExtendWith(OnCluster.class)
class InterruptionTest {
    @Test
    void theKubeletRestarts(Space space) {
        assumeTrue(space.cluster().isOurs());
        inBetween(space, () -> space.cluster().restart("kubelet"));
    }

    @Test
    void theApiServerRestarts(Space space) {
        assumeTrue(space.cluster().isOurs());
        inBetween(space, () -> space.cluster().restart("apiserver"));
    }

    @Test
    void bothOperatorsRestart(Space space) {
        inBetween(space, () -> killOperators(space));
        space.cluster().awaitOperators();
    }

    private static void killOperators(Space space) {
        space.cluster()
                .kubectl(
                        "delete",
                        "pods",
                        "-n",
                        "bookend",
                        "-l",
                        "app.kubernetes.io/name=bookend",
                        "--force",
                        "--grace-period=0")
                .must();
    }

    /// The first container gets ready only after the interruption.
    private static void inBetween(Space space, Runnable interruption) {
        space.create(
                new OrderedPod("pod")
                        .container("a", "3", waiting())
                        .container("b", "2")
                        .container("c", "1"));
        space.awaitState("pod", "a", "running");
        interruption.run();
        Space.eventually(
                () -> space.kubectl("exec", "pod", "-c", "a", "--", "touch", "/shared/go").must());
        space.assertInOrder("pod", "a", "b", "c");
    }

    private static String waiting() {
        return OrderedPod.RUN.replace("sleep 1;", "until [ -e /shared/go ]; do sleep 1; done;");
    }
}
