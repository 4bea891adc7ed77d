package dev.bookend.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.CapturedRun;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class PlanCommandTest {
    private static final String WEB = "../examples/web.yaml";
    private static final String JOB = "../examples/job-with-sidecar.yaml";
    private static final String EXIT = "../examples/exit-priority.yaml";
    private static final String TWO =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, annotations: {bookend.dev/sidecars: envoy}}
            spec:
              initContainers: [{name: setup, image: a}]
              containers:
              - {name: app, image: a}
              - {name: worker, image: a}
              - {name: envoy, image: a, zzz: 1}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: end, namespace: other}
            spec:
              terminationGracePeriodSeconds: 5
              containers: [{name: end, image: a}]
            """;

    @Test
    void jsonIsOneObjectAPod() {
        var run = CapturedRun.withInput(TWO, false, "plan", "-", "-o", "json");
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .containsExactly(
                        "{\"pod\":\"default/web\",\"init\":[\"setup\"],"
                                + "\"launch\":[[\"envoy\"],[\"app\",\"worker\"]],"
                                + "\"exit\":[[\"app\",\"worker\"],[\"envoy\"]],"
                                + "\"graceSeconds\":30,\"warnings\":[\"spec.containers[2].zzz:"
                                + " unknown field \\\"zzz\\\"; Kubernetes knows no such field"
                                + " here; remove it (kubernetes)\"]}",
                        "{\"pod\":\"other/end\",\"init\":[],\"launch\":[[\"end\"]],"
                                + "\"exit\":[[\"end\"]],\"graceSeconds\":5,\"warnings\":[]}");
    }

    @Test
    void theGraceCanBeGiven() {
        var run = CapturedRun.of("plan", WEB, "--grace", "7", "-o", "json");
        assertThat(run.out()).contains("\"graceSeconds\":7");
        assertThat(CapturedRun.of("plan", WEB, "--grace", "-1").code()).isEqualTo(2);
    }

    @Test
    void aPodWithProblemsHasNoPlan() {
        var bad = TWO.replace("sidecars: envoy", "sidecars: ghost");
        var run = CapturedRun.withInput(bad, false, "plan", "-");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("<stdin>:3:", "ghost is no container of this pod");
    }

    @Test
    void aSimulationSaysWhoIsCut() {
        var run = CapturedRun.of("plan", EXIT, "--simulate", "main:exit=20s; envoy:exit=1s");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(
                        "cut at the grace: main",
                        "exit takes 16s, the grace is 15s",
                        "main → envoy");
    }

    @Test
    void aSimulationTellsEveryMoment() {
        var run =
                CapturedRun.of(
                        "plan",
                        WEB,
                        "-o",
                        "json",
                        "--simulate",
                        "setup:run=1s;log-agent:start=1s,exit=500ms;proxy:start=1s,preStop=2s;"
                                + "app:start=2s,postStart=1s,exit=3s");
        var simulation = read(run.out()).field("simulation").orElseThrow();
        assertThat(simulation.line())
                .isEqualTo(
                        "{\"launchSeconds\":5,\"exitSeconds\":4.5,\"containers\":{"
                                + "\"setup\":{\"started\":0,\"ended\":1},"
                                + "\"log-agent\":{\"started\":1,\"ready\":2,\"signalled\":9,"
                                + "\"ended\":9.5},"
                                + "\"proxy\":{\"started\":2,\"ready\":3,\"preStop\":5,"
                                + "\"signalled\":9,\"ended\":9},"
                                + "\"app\":{\"started\":3,\"ready\":5,\"preStop\":5,"
                                + "\"signalled\":6,\"ended\":9}},"
                                + "\"launchChain\":[\"setup\",\"log-agent\",\"proxy\",\"app\"],"
                                + "\"exitChain\":[\"app\",\"proxy\",\"log-agent\"],\"cut\":[]}");
    }

    @Test
    void aJobEndsByItselfAndStopsItsSidecar() {
        var run = CapturedRun.of("plan", JOB, "--simulate", "copy:run=3s;uplink:exit=1s");
        assertThat(run.out())
                .contains("end 3s", "signal 3s  end 4s", "exit takes 1s, the grace is 10s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "app|'app' has no ':'",
                "app:start|'start' has no '='",
                "app:begin=1s|'begin' is no time of a container",
                "app:start=1|'1' is no length of time",
                "app:start=-1s|'-1s' is no length of time",
                "app:start=1s;app:exit=1s|'app' is given twice",
                "porxy:exit=1s|there is no container 'porxy'; did you mean proxy?",
            })
    void aMistakeInTheTimesIsOneLine(String times, String says) {
        var run = CapturedRun.of("plan", WEB, "--simulate", times);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.errLines()).singleElement().asString().contains(says);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "2s,2000", "1m30s,90000", "500ms,500", "1.25s,1250", "1h,3600000"})
    void readsTimes(String text, long millis) {
        assertThat(Times.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "2s", "1m30s", "2m", "0.5s", "1m0.25s"})
    void writesTimesAsItReadsThem(String text) {
        assertThat(Times.text(Times.parse(text))).isEqualTo(text);
    }

    private static Json read(String line) {
        return ((JsonRead.Value) JsonRead.of(line)).json();
    }
}
