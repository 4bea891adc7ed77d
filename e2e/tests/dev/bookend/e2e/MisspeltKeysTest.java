package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.List;
import java.util.Map;

/// Keys that are nearly ours are told of where nobody else would look.
@Tag("cluster")
@ExtendWith(OnCluster.class)
class MisspeltKeysTest {
    private static final String WARNING = "Warning: ";
    private static final Map<String, String> MEANT =
            Map.of(
                    "bookend.dev/sidecar", "did you mean bookend.dev/sidecars?",
                    "bookend.dev/Strict-Hooks", "did you mean bookend.dev/strict-hooks?",
                    "bookend.dev/lanuch-hold", "did you mean bookend.dev/launch-hold?",
                    "bookend.dev/unheard-of", "remove it",
                    "apps.kruise.io/container-launch-prority",
                            "did you mean apps.kruise.io/container-launch-priority?",
                    "kruise.io/container-launch-priority",
                            "did you mean apps.kruise.io/container-launch-priority?",
                    "apps.kruise.io/container-exit-priority",
                            "did you mean kruise.io/container-exit-priority?");

    /// Shows INPUT-5.
    @Test
    void aPodIsToldWhatWasMeant(Space space) {
        MEANT.forEach(
                (key, meant) ->
                        assertThat(created(space, pod("annotations: {%s: x}".formatted(key))))
                                .contains(WARNING, no(key, "annotation") + "; " + meant));
        assertThat(created(space, pod("labels: {bookend.dev/sidecars: x}")))
                .contains(no("bookend.dev/sidecars", "label") + "; write it as an annotation");
    }

    @Test
    void keysOfOthersAndOfBookendItselfAreNothingToTell(Space space) {
        for (var key :
                List.of(
                        "bookend.dev/launch-opened",
                        "apps.kruise.io/in-place-update-state",
                        "example.com/sidecars")) {
            assertThat(created(space, pod("annotations: {%s: x}".formatted(key))))
                    .doesNotContain(WARNING);
        }
        assertThat(created(space, pod("labels: {app: x}"))).doesNotContain(WARNING);
    }

    /// The webhook tells of it where it is called anyway.
    @Test
    void nobodyIsToldTwice(Space space) {
        var text =
                created(
                        space,
                        pod(
                                "annotations: {bookend.dev/sidecar: x,"
                                        + " apps.kruise.io/container-launch-priority: Ordered}"));
        assertThat(text.split(no("bookend.dev/sidecar", "annotation"), -1)).hasSize(2);
        assertThat(text).doesNotContain("bookend-keys");
    }

    /// Shows INPUT-5.
    @Test
    void theAuthorOfATemplateIsTold(Space space) {
        var always = "{selector: {matchLabels: {a: b}}, %s}".formatted(template("Always"));
        var never = "{%s}".formatted(template("Never"));
        told(space, "apps/v1", "Deployment", always);
        told(space, "apps/v1", "StatefulSet", always);
        told(space, "apps/v1", "DaemonSet", always);
        told(space, "batch/v1", "Job", never);
        told(
                space,
                "batch/v1",
                "CronJob",
                "{schedule: 0 0 1 1 *, jobTemplate: {spec: %s}}".formatted(never));
    }

    private static void told(Space space, String version, String kind, String spec) {
        var workload =
                "{apiVersion: %s, kind: %s, metadata: {name: x}, spec: %s}"
                        .formatted(version, kind, spec);
        assertThat(created(space, workload))
                .contains(WARNING, no("bookend.dev/sidecar", "annotation"));
    }

    private static String template(String policy) {
        return """
        template: {metadata: {labels: {a: b}, annotations: {bookend.dev/sidecar: x}},
          spec: {restartPolicy: %s, containers: [{name: a, image: i}]}}\
        """
                .formatted(policy);
    }

    private static String no(String key, String what) {
        return "%s is no %s of Bookend and has no effect".formatted(key, what);
    }

    private static String created(Space space, String yaml) {
        return space.dryRun(yaml).must().text();
    }

    private static String pod(String meta) {
        return new OrderedPod("pod").container("a", "").container("b", "").meta(meta).yaml();
    }
}
