package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.recreate.RecreatePod.Candidate;
import dev.bookend.lifecycle.recreate.RecreateVerdict.Accepted;
import dev.bookend.lifecycle.recreate.RecreateVerdict.Refused;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.rules.NumberRules;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Is this ContainerRecreateRequest possible, and what exactly does it ask for (CRR-1, CRR-2)?
public final class RecreateAdmission {
    private static final long LEAST_DEADLINE = 3;

    /// Longer than anybody waits, and short enough to be added to any time.
    private static final long MOST_SECONDS = 100L * 366 * 24 * 60 * 60;

    private static final String CONTAINERS = "spec.containers";
    private static final String STRATEGY = "spec.strategy.";
    private static final String RULE = "CRR-2";

    private final RecreateSpec spec;
    private final Findings findings = new Findings();

    private RecreateAdmission(RecreateSpec spec) {
        this.spec = spec;
    }

    /// Judges a request by the pod that it names, if there is one in its namespace.
    public static RecreateVerdict judge(
            RecreateSpec spec, RequestId id, Optional<RecreatePod> pod, Instant now) {
        return new RecreateAdmission(spec).judge(id, pod, now);
    }

    private RecreateVerdict judge(RequestId id, Optional<RecreatePod> pod, Instant now) {
        checkNumbers();
        checkNames();
        if (pod.isPresent()) {
            check(pod.get());
        } else if (!spec.podName().isEmpty()) {
            findings.notFound(
                    "spec.podName",
                    spec.podName(),
                    "name a pod of the request's own namespace that runs");
        }
        var problems = findings.list().stream().filter(Finding::isError).toList();
        return pod.isEmpty() || !problems.isEmpty()
                ? new Refused(problems)
                : accepted(id, pod.get(), now);
    }

    private Accepted accepted(RequestId id, RecreatePod pod, Instant now) {
        var wish = spec.strategy();
        var strategy =
                new RecreateStrategy(
                        wish.failurePolicy()
                                .flatMap(FailurePolicy::ofWord)
                                .orElse(FailurePolicy.FAIL),
                        wish.ordered(),
                        wish.force(),
                        seconds(wish.grace()).orElse(pod.grace()),
                        seconds(wish.unready()),
                        seconds(wish.minStarted()).orElse(Duration.ZERO));
        var request =
                new RecreateRequest(
                        id,
                        spec.containers().stream().map(each -> target(each, pod)).toList(),
                        strategy,
                        seconds(spec.activeDeadlineSeconds()),
                        seconds(spec.ttlSecondsAfterFinished()),
                        now);
        return new Accepted(request, RecreateLabels.of(pod), findings.list());
    }

    private static RecreateTarget target(RecreateSpec.Entry entry, RecreatePod pod) {
        var candidate = Optional.ofNullable(pod.candidates().get(entry.name())).orElseThrow();
        return new RecreateTarget(
                new ContainerName(entry.name()), candidate.id(), candidate.restartCount());
    }

    private static Optional<Duration> seconds(Optional<Long> number) {
        return number.map(it -> Duration.ofSeconds(Math.min(it, MOST_SECONDS)));
    }

    private void checkNumbers() {
        var wish = spec.strategy();
        atLeast(STRATEGY + "terminationGracePeriodSeconds", wish.grace(), 0);
        atLeast(STRATEGY + "unreadyGracePeriodSeconds", wish.unready(), 0);
        atLeast(STRATEGY + "minStartedSeconds", wish.minStarted(), 0);
        atLeast("spec.activeDeadlineSeconds", spec.activeDeadlineSeconds(), LEAST_DEADLINE);
        atLeast("spec.ttlSecondsAfterFinished", spec.ttlSecondsAfterFinished(), 0);
        wish.failurePolicy()
                .filter(word -> FailurePolicy.ofWord(word).isEmpty())
                .ifPresent(
                        word ->
                                findings.unsupported(
                                        STRATEGY + "failurePolicy",
                                        word,
                                        Stream.of(FailurePolicy.values())
                                                .map(FailurePolicy::word)
                                                .toList(),
                                        "choose one of them, or leave the field out for Fail"));
    }

    private void atLeast(String path, Optional<Long> number, long least) {
        number.ifPresent(it -> NumberRules.atLeast(findings, path, it, least));
    }

    private void checkNames() {
        if (spec.podName().isEmpty()) {
            findings.required("spec.podName", "", "name the pod whose containers to recreate");
        }
        if (spec.containers().isEmpty()) {
            findings.required(CONTAINERS, "", "list at least one container by its name");
        }
        var seen = new HashSet<String>();
        each(
                (entry, path) -> {
                    if (entry.name().isEmpty()) {
                        findings.required(path + ".name", "", "name a container of the pod");
                    } else if (!seen.add(entry.name())) {
                        findings.duplicate(
                                path + ".name", entry.name(), "list each container once");
                    }
                    entry.systemFields().forEach(field -> systemField(path + "." + field));
                });
    }

    private void systemField(String path) {
        findings.forbidden(path, "it is filled in when the request is accepted", "leave it out");
    }

    private interface EntryCheck {
        void check(RecreateSpec.Entry entry, String path);
    }

    private void each(EntryCheck check) {
        for (var i = 0; i < spec.containers().size(); i++) {
            check.check(spec.containers().get(i), "%s[%d]".formatted(CONTAINERS, i));
        }
    }

    private void check(RecreatePod pod) {
        if (!pod.active()) {
            refused(
                    "spec.podName",
                    spec.podName(),
                    "the pod is not active: it has ended or is being deleted",
                    "name a pod that runs");
        } else if (pod.node().isEmpty()) {
            refused(
                    "spec.podName",
                    spec.podName(),
                    "the pod is pending: it is not assigned to a node yet",
                    "ask again when it runs");
        }
        if (spec.strategy().unready().isPresent() && !pod.canBeUnready()) {
            findings.add(
                    Finding.warning(
                            STRATEGY + "unreadyGracePeriodSeconds",
                            "",
                            "CRR-5",
                            "the pod has no readiness gate KruisePodReady, so this step is skipped",
                            "give the pod spec.readinessGates with"
                                    + " conditionType: KruisePodReady"));
        }
        each((entry, path) -> check(entry, path + ".name", pod));
    }

    private void check(RecreateSpec.Entry entry, String path, RecreatePod pod) {
        var candidate = pod.candidates().get(entry.name());
        if (entry.name().isEmpty()) {
            return;
        }
        if (candidate == null) {
            findings.notFound(
                    path,
                    entry.name(),
                    "the pod has the containers "
                            + String.join(", ", List.copyOf(pod.candidates().keySet())));
        } else if (candidate.kind() == ContainerKind.INIT) {
            refused(
                    path,
                    entry.name(),
                    "an init container runs to its end once and cannot be recreated",
                    "name a main container or a native sidecar");
        } else {
            check(entry.name(), path, candidate, pod.home());
        }
    }

    private void check(String name, String path, Candidate candidate, Home home) {
        if (!candidate.everStarted()) {
            refused(
                    path,
                    name,
                    "the container has never been started",
                    "wait until it runs, or look what it waits for");
        }
        switch (candidate.policy()) {
            case NEVER ->
                    refused(
                            path,
                            name,
                            "its restart policy is Never, so it would not come back",
                            "recreate the pod, or give it the restart policy Always");
            case ON_FAILURE -> {
                if (home == Home.CLUSTER && !spec.strategy().force()) {
                    refused(
                            path,
                            name,
                            "its restart policy is OnFailure, so a clean exit would end it for"
                                    + " good",
                            "set spec.strategy.forceRecreate to take that risk");
                }
            }
            case ALWAYS -> {}
        }
    }

    private void refused(String path, String value, String says, String hint) {
        findings.add(
                Finding.error(
                        path,
                        value,
                        RULE,
                        "Invalid value: %s: %s".formatted(Findings.quoted(value), says),
                        hint));
    }
}
