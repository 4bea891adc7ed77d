package dev.bookend.lifecycle.recreate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.cases.CaseTime;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.recreate.RecreatePod.Candidate;
import dev.bookend.lifecycle.recreate.RecreateVerdict.Accepted;
import dev.bookend.lifecycle.recreate.RecreateVerdict.Refused;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.RuntimeId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

class RecreateAdmissionTest {
    private static final RequestId ID = new RequestId("one", "uid-1");
    private static final Candidate APP = candidate(ContainerKind.STANDARD, RestartPolicy.ALWAYS);

    private static Candidate candidate(ContainerKind kind, RestartPolicy policy) {
        return new Candidate(kind, policy, true, Optional.of(new RuntimeId("sim://1")), 2);
    }

    private static RecreatePod pod(Map<String, Candidate> candidates) {
        return pod(true, Optional.of("node-1"), candidates, Home.EMBEDDED);
    }

    private static RecreatePod pod(
            boolean active, Optional<String> node, Map<String, Candidate> candidates, Home home) {
        return new RecreatePod(
                new PodName("default", "web"),
                "pod-uid",
                node,
                active,
                Duration.ofSeconds(20),
                home == Home.EMBEDDED,
                candidates,
                home);
    }

    private static RecreateSpec spec(String... names) {
        return spec(RecreateSpec.Strategy.DEFAULT, names);
    }

    private static RecreateSpec spec(RecreateSpec.Strategy strategy, String... names) {
        return new RecreateSpec(
                "web",
                Stream.of(names).map(name -> new RecreateSpec.Entry(name, List.of())).toList(),
                strategy,
                Optional.empty(),
                Optional.empty());
    }

    private static RecreateVerdict judge(RecreateSpec spec, RecreatePod pod) {
        return RecreateAdmission.judge(spec, ID, Optional.of(pod), CaseTime.ZERO);
    }

    private static List<String> problems(RecreateVerdict verdict) {
        return verdict instanceof Refused(var problems)
                ? problems.stream().map(each -> each.path() + ": " + each.says()).toList()
                : List.of();
    }

    /// Shows CRR-1.
    @Test
    void recordsWhichRunIsMeantAndWhoItIs() {
        var verdict = (Accepted) judge(spec("app"), pod(Map.of("app", APP)));
        assertThat(verdict.request())
                .isEqualTo(
                        new RecreateRequest(
                                ID,
                                List.of(new RecreateTarget(new ContainerName("app"), APP.id(), 2)),
                                new RecreateStrategy(
                                        FailurePolicy.FAIL,
                                        false,
                                        false,
                                        Duration.ofSeconds(20),
                                        Optional.empty(),
                                        Duration.ZERO),
                                Optional.empty(),
                                Optional.empty(),
                                CaseTime.ZERO));
        assertThat(verdict.labels())
                .isEqualTo(
                        Map.of(
                                "crr.apps.kruise.io/pod-uid", "pod-uid",
                                "crr.apps.kruise.io/node-name", "node-1",
                                "crr.apps.kruise.io/active", "true",
                                "crr.apps.kruise.io/pod-name", "web"));
        assertThat(verdict.warnings()).isEmpty();
    }

    @Test
    void aNameTooLongForALabelIsLeftOut() {
        var long64 = "a".repeat(64);
        var pod =
                new RecreatePod(
                        new PodName("default", long64),
                        "pod-uid",
                        Optional.of("node-1"),
                        true,
                        Duration.ZERO,
                        true,
                        Map.of("app", APP),
                        Home.EMBEDDED);
        var verdict = (Accepted) judge(spec("app"), pod);
        assertThat(verdict.labels()).doesNotContainKey("crr.apps.kruise.io/pod-name");
    }

    /// Shows CRR-2.
    @Test
    void everythingThatIsMissingIsToldAtOnce() {
        var empty =
                new RecreateSpec(
                        "",
                        List.of(),
                        RecreateSpec.Strategy.DEFAULT,
                        Optional.of(2L),
                        Optional.of(-1L));
        var verdict = RecreateAdmission.judge(empty, ID, Optional.empty(), CaseTime.ZERO);
        assertThat(problems(verdict))
                .containsExactly(
                        "spec.activeDeadlineSeconds: Invalid value: 2: must be greater than or"
                                + " equal to 3",
                        "spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or"
                                + " equal to 0",
                        "spec.podName: Required value",
                        "spec.containers: Required value");
    }

    /// Shows CRR-2.
    @Test
    void aStrategyOutOfRangeIsRefused() {
        var strategy =
                new RecreateSpec.Strategy(
                        Optional.of("Retry"),
                        false,
                        false,
                        Optional.of(-1L),
                        Optional.of(-2L),
                        Optional.of(-3L));
        assertThat(problems(judge(spec(strategy, "app"), pod(Map.of("app", APP)))))
                .containsExactly(
                        "spec.strategy.terminationGracePeriodSeconds: Invalid value: -1: must be"
                                + " greater than or equal to 0",
                        "spec.strategy.unreadyGracePeriodSeconds: Invalid value: -2: must be"
                                + " greater than or equal to 0",
                        "spec.strategy.minStartedSeconds: Invalid value: -3: must be greater than"
                                + " or equal to 0",
                        "spec.strategy.failurePolicy: Unsupported value: \"Retry\": supported"
                                + " values: \"Fail\", \"Ignore\"");
    }

    /// Shows CRR-2.
    @Test
    void containersMustBeThoseOfThePodAndOnce() {
        var candidates = new LinkedHashMap<String, Candidate>();
        candidates.put("setup", candidate(ContainerKind.INIT, RestartPolicy.ON_FAILURE));
        candidates.put("app", APP);
        candidates.put(
                "late",
                new Candidate(
                        ContainerKind.STANDARD, RestartPolicy.ALWAYS, false, Optional.empty(), 0));
        candidates.put("once", candidate(ContainerKind.STANDARD, RestartPolicy.NEVER));
        assertThat(
                        problems(
                                judge(
                                        spec("app", "app", "ap", "late", "once", "setup", ""),
                                        pod(candidates))))
                .containsExactly(
                        "spec.containers[1].name: Duplicate value: \"app\"",
                        "spec.containers[6].name: Required value",
                        "spec.containers[2].name: Not found: \"ap\"",
                        "spec.containers[3].name: Invalid value: \"late\": the container has never"
                                + " been started",
                        "spec.containers[4].name: Invalid value: \"once\": its restart policy is"
                                + " Never, so it would not come back",
                        "spec.containers[5].name: Invalid value: \"setup\": an init container runs"
                                + " to its end once and cannot be recreated");
    }

    @Test
    void aNativeSidecarMayBeRecreated() {
        var native1 = candidate(ContainerKind.NATIVE_SIDECAR, RestartPolicy.ALWAYS);
        assertThat(judge(spec("proxy"), pod(Map.of("proxy", native1))))
                .isInstanceOf(Accepted.class);
    }

    @ParameterizedTest
    @CsvSource({"EMBEDDED,false,true", "CLUSTER,false,false", "CLUSTER,true,true"})
    void underOnFailureAClusterNeedsForce(Home home, boolean force, boolean accepted) {
        var strategy =
                new RecreateSpec.Strategy(
                        Optional.empty(),
                        false,
                        force,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        var candidates = Map.of("app", candidate(ContainerKind.STANDARD, RestartPolicy.ON_FAILURE));
        var verdict = judge(spec(strategy, "app"), pod(true, Optional.of("n"), candidates, home));
        assertThat(verdict instanceof Accepted).isEqualTo(accepted);
    }

    /// Shows CRR-2.
    @Test
    void aPodThatIsNotThereOrNotActiveOrNotScheduledIsRefused() {
        var nobody = RecreateAdmission.judge(spec("app"), ID, Optional.empty(), CaseTime.ZERO);
        assertThat(problems(nobody)).containsExactly("spec.podName: Not found: \"web\"");
        var candidates = Map.of("app", APP);
        assertThat(
                        problems(
                                judge(
                                        spec("app"),
                                        pod(false, Optional.of("n"), candidates, Home.EMBEDDED))))
                .singleElement()
                .asString()
                .contains("the pod is not active");
        assertThat(
                        problems(
                                judge(
                                        spec("app"),
                                        pod(true, Optional.empty(), candidates, Home.CLUSTER))))
                .singleElement()
                .asString()
                .contains("the pod is pending");
    }

    @Test
    void withoutTheGateAClusterWarns() {
        var strategy =
                new RecreateSpec.Strategy(
                        Optional.empty(),
                        false,
                        false,
                        Optional.empty(),
                        Optional.of(3L),
                        Optional.empty());
        var pod = pod(true, Optional.of("n"), Map.of("app", APP), Home.CLUSTER);
        var verdict = (Accepted) judge(spec(strategy, "app"), pod);
        assertThat(verdict.warnings())
                .singleElement()
                .satisfies(it -> assertThat(it.says()).contains("this step is skipped"));
    }

    /// Shows CRR-2.
    @Test
    void systemFieldsAreNotTheUsersToSet() {
        var spec =
                new RecreateSpec(
                        "web",
                        List.of(new RecreateSpec.Entry("app", List.of("preStop", "statusContext"))),
                        RecreateSpec.Strategy.DEFAULT,
                        Optional.empty(),
                        Optional.empty());
        assertThat(problems(judge(spec, pod(Map.of("app", APP)))))
                .containsExactly(
                        "spec.containers[0].preStop: Forbidden: it is filled in when the request is"
                                + " accepted",
                        "spec.containers[0].statusContext: Forbidden: it is filled in when the"
                                + " request is accepted");
    }

    @Test
    void timeWithoutEndIsBounded() {
        var spec =
                new RecreateSpec(
                        "web",
                        List.of(new RecreateSpec.Entry("app", List.of())),
                        RecreateSpec.Strategy.DEFAULT,
                        Optional.of(Long.MAX_VALUE),
                        Optional.of(Long.MAX_VALUE));
        var request = ((Accepted) judge(spec, pod(Map.of("app", APP)))).request();
        assertThat(request.deadline())
                .hasValueSatisfying(at -> assertThat(at).isAfter(CaseTime.ZERO));
    }
}
