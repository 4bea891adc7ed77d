package dev.bookend.manifest.recreate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.recreate.RecreateAdmission;
import dev.bookend.lifecycle.recreate.RecreatePod;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.recreate.RecreateVerdict.Accepted;
import dev.bookend.lifecycle.recreate.Recreation;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

class RecreateObjectTest {
    private static final Instant NOW = Instant.parse("2026-01-01T10:00:00.5Z");
    private static final RequestId ID = new RequestId("one", "uid-1");
    private static final Json POD =
            json(
                    """
                    {"spec":{"containers":[{"name":"app","ports":[{"containerPort":80}],
                     "lifecycle":{"preStop":{"httpGet":{"port":80}}}},
                     {"name":"db","ports":[{"containerPort":81}],
                     "lifecycle":{"preStop":{"sleep":{"seconds":1}}}}]}}
                    """);
    private static final Json WRITTEN =
            json(
                    """
                    {"apiVersion":"apps.kruise.io/v1alpha1","kind":"ContainerRecreateRequest",
                     "metadata":{"name":"one","labels":{"mine":"yes"}},
                     "spec":{"podName":"web","containers":[{"name":"app"},{"name":"db"}],
                      "strategy":{"orderedRecreate":true,"minStartedSeconds":5},
                      "activeDeadlineSeconds":60,"ttlSecondsAfterFinished":600}}
                    """);

    private static Json json(String text) {
        return ((JsonRead.Value) JsonRead.of(text)).json();
    }

    private static Accepted accepted() {
        var candidate =
                new RecreatePod.Candidate(
                        ContainerKind.STANDARD,
                        RestartPolicy.ALWAYS,
                        true,
                        Optional.of(new RuntimeId("process://1")),
                        3);
        var pod =
                new RecreatePod(
                        new PodName("default", "web"),
                        "pod-uid",
                        Optional.of("here"),
                        true,
                        Duration.ofSeconds(30),
                        true,
                        Map.of("app", candidate, "db", candidate),
                        Home.EMBEDDED);
        var spec = RecreateReader.read(WRITTEN).spec();
        return (Accepted) RecreateAdmission.judge(spec, ID, Optional.of(pod), NOW);
    }

    /// Shows CRR-1.
    @Test
    void anAcceptedObjectSaysAllThatWasDecided() {
        assertThat(RecreateObject.accepted(WRITTEN, accepted(), POD).line())
                .isEqualTo(
                        json("""
                        {"apiVersion":"apps.kruise.io/v1alpha1","kind":"ContainerRecreateRequest",
                         "metadata":{"name":"one","labels":{"mine":"yes",
                           "crr.apps.kruise.io/pod-uid":"pod-uid",
                           "crr.apps.kruise.io/node-name":"here",
                           "crr.apps.kruise.io/active":"true",
                           "crr.apps.kruise.io/pod-name":"web"},
                          "uid":"uid-1","creationTimestamp":"2026-01-01T10:00:00Z"},
                         "spec":{"podName":"web","containers":[
                           {"name":"app","preStop":{"httpGet":{"port":80}},
                            "ports":[{"containerPort":80}],
                            "statusContext":{"containerID":"process://1","restartCount":3}},
                           {"name":"db","preStop":{"sleep":{"seconds":1}},
                            "ports":[{"containerPort":81}],
                            "statusContext":{"containerID":"process://1","restartCount":3}}],
                          "strategy":{"orderedRecreate":true,"minStartedSeconds":5,
                           "failurePolicy":"Fail","terminationGracePeriodSeconds":30},
                          "activeDeadlineSeconds":60,"ttlSecondsAfterFinished":600}}
                        """)
                                .line());
    }

    @Test
    void anAcceptedObjectCanBeTakenUpAgain() {
        var object = RecreateObject.accepted(WRITTEN, accepted(), POD);
        var request = RecreateReader.accepted(object).orElseThrow();
        assertThat(request.targets()).isEqualTo(accepted().request().targets());
        assertThat(request.strategy()).isEqualTo(accepted().request().strategy());
        assertThat(request.id()).isEqualTo(ID);
        assertThat(request.activeDeadline()).contains(Duration.ofMinutes(1));
        assertThat(request.created()).isEqualTo("2026-01-01T10:00:00Z");
        assertThat(RecreateReader.accepted(WRITTEN)).isEmpty();
        assertThat(RecreateReader.accepted(json("[]"))).isEmpty();
    }

    @Test
    void aStatusIsWrittenInOpenKruisesWords() {
        var object = RecreateObject.accepted(WRITTEN, accepted(), POD);
        var status =
                RecreateStatus.of(
                        Recreation.podGone(RecreateProgress.queued(accepted().request()), NOW));
        var done = RecreateObject.with(object, status);
        assertThat(done.field("status").orElseThrow().line())
                .isEqualTo(
                        json("""
                        {"phase":"Completed","completionTime":"2026-01-01T10:00:00Z",
                         "message":"pod has gone","containerRecreateStates":[
                          {"name":"app","phase":"Failed",
                                "message":"pod has gone","isKilled":false},
                          {"name":"db","phase":"Failed",
                                "message":"pod has gone","isKilled":false}]}
                        """)
                                .line());
        assertThat(done.at("metadata", "labels", "crr.apps.kruise.io/active")).isEmpty();
        assertThat(object.at("metadata", "labels", "crr.apps.kruise.io/active")).isPresent();
        assertThat(RecreateObject.isCompleted(done)).isTrue();
        assertThat(RecreateObject.isCompleted(object)).isFalse();
        assertThat(RecreateObject.cells(done)).containsExactly("Completed", "web", "here");
    }

    @Test
    void wrongTypesAndUnknownFieldsAreTold() {
        var read =
                RecreateReader.read(
                        json(
                                """
                                {"spec":{"podName":7,"containers":[3,{"name":"a","nmae":"b"}],
                                 "strategy":{"orderedRecreate":"yes",
                                  "minStartedSeconds":9999999999},
                                 "activeDeadlineSeconds":1.5}}
                                """));
        assertThat(read.isSound()).isFalse();
        assertThat(read.findings())
                .extracting(Finding::path)
                .containsExactly(
                        "spec.podName",
                        "spec.containers[0]",
                        "spec.containers[1].nmae",
                        "spec.strategy.orderedRecreate",
                        "spec.strategy.minStartedSeconds",
                        "spec.activeDeadlineSeconds");
        assertThat(read.findings().getFirst().says())
                .isEqualTo(
                        "Invalid value: \"integer\": spec.podName in body must be of type string:"
                                + " \"integer\"");
    }

    @Test
    void systemFieldsAreNoticed() {
        var read =
                RecreateReader.read(
                        json("{\"spec\":{\"containers\":[{\"name\":\"a\",\"ports\":[]}]}}"));
        assertThat(read.spec().containers().getFirst().systemFields()).containsExactly("ports");
    }

    /// Shows CRR-1.
    @Test
    void theSpecCannotBeEdited() {
        var object = RecreateObject.accepted(WRITTEN, accepted(), POD);
        assertThat(RecreateObject.updateProblems(object, object)).isEmpty();
        assertThat(RecreateObject.updateProblems(object, WRITTEN))
                .extracting(Finding::path)
                .containsExactly(
                        "spec",
                        "metadata.labels[crr.apps.kruise.io/pod-uid]",
                        "metadata.labels[crr.apps.kruise.io/node-name]");
    }
}
