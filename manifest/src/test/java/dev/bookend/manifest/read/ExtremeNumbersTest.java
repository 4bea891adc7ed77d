package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.status.PodStatus;
import dev.bookend.lifecycle.status.Waits;
import dev.bookend.lifecycle.text.EventText;
import dev.bookend.lifecycle.text.StateText;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.recreate.RecreateReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// No number in a manifest or a request ends the program, be it in the reader, the planner or the
/// engine: it is refused in words, or taken for what a clock can count. Shows SAFE-5.
class ExtremeNumbersTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Pattern NUMBER = Pattern.compile("@");
    private static final List<String> EXTREMES =
            List.of(
                    "-9223372036854775808",
                    "-1",
                    "0",
                    "2147483647",
                    "2147483648",
                    "4611686018427387904",
                    "9223372036854775806",
                    "9223372036854775807",
                    "9223372036854775808",
                    "1e400",
                    "0x7fffffffffffffff",
                    "1.5");

    /// Each `@` is a number; the others are 1 while one of them is extreme.
    private static final String POD =
            """
              terminationGracePeriodSeconds: @
              activeDeadlineSeconds: @
              securityContext: {runAsUser: @, fsGroup: @, supplementalGroups: [@]}
              containers:
              - name: db
                image: i
                env: [{name: KRUISE_CONTAINER_PRIORITY, value: "@"}]
                ports: [{containerPort: @, hostPort: @}]
                lifecycle: {preStop: {sleep: {seconds: @}}, postStart: {sleep: {seconds: @}}}
                startupProbe:
                  tcpSocket: {port: @}
                  initialDelaySeconds: @
                  periodSeconds: @
                  timeoutSeconds: @
                  failureThreshold: @
                  terminationGracePeriodSeconds: @
              - name: app
                image: i
                env: [{name: KRUISE_EXIT_PRIORITY, value: "@"}]
                lifecycle: {preStop: {sleep: {seconds: @}}}
                readinessProbe: {grpc: {port: @}, successThreshold: @, periodSeconds: @}
                livenessProbe:
                  tcpSocket: {port: @}
                  periodSeconds: @
                  failureThreshold: @
                  terminationGracePeriodSeconds: @
                resources: {limits: {cpu: @, memory: @}}
              volumes:
              - {name: v, emptyDir: {sizeLimit: @}}
              - {name: s, secret: {secretName: s, defaultMode: @}}
            """;

    private static final String BARE =
            "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n" + POD;
    private static final String JOB =
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: a}
            spec:
              completions: @
              parallelism: @
              backoffLimit: @
              activeDeadlineSeconds: @
              template:
                spec:
                  restartPolicy: Never
            """
                    + POD.indent(4);
    private static final String REQUEST =
            """
            apiVersion: apps.kruise.io/v1alpha1
            kind: ContainerRecreateRequest
            metadata: {name: r, uid: u, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec:
              podName: a
              containers: [{name: app, statusContext: {containerID: x, restartCount: @}}]
              activeDeadlineSeconds: @
              ttlSecondsAfterFinished: @
              strategy:
                failurePolicy: Fail
                terminationGracePeriodSeconds: @
                unreadyGracePeriodSeconds: @
                minStartedSeconds: @
            """;

    static Stream<String> manifests() {
        return Stream.of(BARE, JOB).flatMap(text -> variants(text).stream());
    }

    private static List<String> variants(String text) {
        var fields = (int) NUMBER.matcher(text).results().count();
        var one =
                IntStream.range(0, fields)
                        .boxed()
                        .flatMap(field -> EXTREMES.stream().map(it -> with(text, field, it)));
        var all = EXTREMES.stream().map(it -> text.replace("@", it));
        return Stream.concat(one, all).toList();
    }

    private static String with(String text, int field, String number) {
        var left = new int[] {field};
        return NUMBER.matcher(text).replaceAll(_ -> left[0]-- == 0 ? number : "1");
    }

    @Test
    void everyManifestIsJudgedAndWhatIsTakenCanLive() {
        manifests()
                .forEach(
                        text ->
                                assertThatCode(() -> live(text))
                                        .as(text)
                                        .doesNotThrowAnyException());
    }

    @Test
    void whatKubernetesTakesIsTakenInACluster() {
        var text =
                BARE.replace(
                                "terminationGracePeriodSeconds: @\n  a",
                                "terminationGracePeriodSeconds: 9223372036854775807\n  a")
                        .replace(
                                "preStop: {sleep: {seconds: @}}",
                                "preStop: {sleep: {seconds: 9223372036854775806}}")
                        .replace("@", "1");
        var verdict =
                new ManifestJudge(Home.CLUSTER, Set.of()).judge(ManifestReader.read("a", text));
        assertThat(verdict.anyError()).isFalse();
        assertThat(verdict.findings().toString())
                .contains("add up to 9223372036854775807 s", "a hundred years");
        live(verdict.pods().getFirst().plan());
    }

    private static void live(String text) {
        var file = ManifestReader.read("a", text);
        file.pods()
                .forEach(
                        it ->
                                it.job()
                                        .ifPresent(
                                                job ->
                                                        job.activeDeadline()
                                                                .ifPresent(
                                                                        ExtremeNumbersTest
                                                                                ::count)));
        ManifestJudge.ofBothHomes(Set.of()).judge(file);
        for (var home : Home.values()) {
            new ManifestJudge(home, Set.of()).judge(file).pods().forEach(it -> live(it.plan()));
        }
    }

    /// A life with every wait and timer that the numbers have a part in.
    private static void live(PodPlan plan) {
        var pod = PodState.unborn(plan);
        var step = taken(plan, pod, new Event.PodAccepted(START));
        for (var start : starts(step)) {
            step =
                    taken(
                            plan,
                            step.pod(),
                            new Event.ContainerStarted(start.attempt(), new RuntimeId("x"), START));
        }
        for (var grace :
                List.of(
                        Duration.ofSeconds(Long.MAX_VALUE),
                        Duration.ofSeconds(Long.MIN_VALUE),
                        Duration.ZERO)) {
            var stopped =
                    taken(plan, step.pod(), new Event.StopRequested(Optional.of(grace), START));
            Timers.due(plan, stopped.pod())
                    .forEach(
                            (timer, at) ->
                                    taken(plan, stopped.pod(), new Event.TimerFired(timer, at)));
        }
        taken(plan, step.pod(), new Event.StopRequested(Optional.empty(), START));
        for (var start : starts(step)) {
            taken(plan, step.pod(), new Event.ContainerExited(start.attempt(), Exit.of(1), START));
        }
    }

    private static List<StartContainer> starts(Step step) {
        return step.actions().stream()
                .filter(StartContainer.class::isInstance)
                .map(StartContainer.class::cast)
                .toList();
    }

    private static Step taken(PodPlan plan, PodState pod, Event event) {
        var step = Engine.step(plan, pod, event);
        EventText.read(EventText.write(event), event.at());
        assertThat(StateText.read(StateText.write(step.pod()))).isEqualTo(step.pod());
        Waits.of(plan, step.pod());
        PodStatus.of(plan, step.pod());
        Timers.due(plan, step.pod()).values().forEach(at -> count(Duration.between(START, at)));
        return step;
    }

    static Stream<String> requests() {
        return variants(REQUEST).stream();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestIsReadAndItsTimesCanBeCounted(String text) {
        if (ManifestReader.json(text) instanceof JsonRead.Value(var object)) {
            RecreateReader.read(object);
            RecreateReader.accepted(object)
                    .ifPresent(
                            it -> {
                                it.deadline().ifPresent(at -> count(Duration.between(START, at)));
                                count(it.strategy().grace());
                                count(it.strategy().minStarted());
                            });
        }
    }

    /// Throws where a clock could not count so far.
    private static void count(Duration length) {
        assertThat(length.toNanos()).isLessThan(Long.MAX_VALUE);
    }
}
