package dev.bookend.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.lifecycle.life.PodState;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Optional;

/// A practised life comes to its end, so that the next one may begin.
class PracticeTest {
    private static final int PLENTY = 1000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "containers: [{name: app, command: [x]}]",
                """
                initContainers:
                - {name: once, command: [x]}
                - name: side
                  command: [x]
                  restartPolicy: Always
                  startupProbe: &p {exec: {command: [x]}}
                containers:
                - name: app
                  command: [x]
                  readinessProbe: *p
                  livenessProbe: *p
                  lifecycle: {postStart: &h {exec: {command: [x]}}, preStop: *h}
                - {name: two, command: [x]}
                """
            })
    void practisedLifeEnds(String spec) {
        var source =
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web
                  annotations: {apps.kruise.io/container-launch-priority: Ordered}
                spec:
                """
                        + spec.indent(2);
        var plan = PodCharge.read(source, Optional.empty()).orElseThrow().plan();
        var turns = new PractisedLife(plan).live(PLENTY);
        assertThat(turns)
                .isGreaterThan(PodState.unborn(plan).containers().size())
                .isLessThan(PLENTY);
    }
}
