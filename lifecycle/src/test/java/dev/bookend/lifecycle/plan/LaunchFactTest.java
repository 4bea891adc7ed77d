package dev.bookend.lifecycle.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.cases.CasePod;
import dev.bookend.lifecycle.value.ContainerName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How far a container has come, whoever saw what it has passed.
class LaunchFactTest {
    /// Shows LAUNCH-3.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a(); NOTHING; UNDER_WAY",
                "a(); RUN; SATISFIED",
                "a(liveness); RUN; SATISFIED",
                "a(readiness); RUN; STARTED",
                "a(readiness); READINESS; SATISFIED",
                "a(startup); RUN; UNDER_WAY",
                "a(startup); POST_START; UNDER_WAY",
                "a(startup); STARTUP; SATISFIED",
                "a(startup, readiness); STARTUP; STARTED",
                "a(postStart); RUN; UNDER_WAY",
                "a(postStart); POST_START; SATISFIED",
                "a(postStart, readiness); POST_START; STARTED",
                "a(postStart, startup, readiness); READINESS; SATISFIED",
                "a(native) b(); RUN; SATISFIED",
                "a(init) b(); RUN; UNDER_WAY",
                "a(init) b(); READINESS; UNDER_WAY"
            })
    void saysHowFarAContainerHasCome(String pod, Milestone passed, LaunchFact fact) {
        assertThat(LaunchFact.UNDER_WAY.after(plan(pod), passed)).isEqualTo(fact);
    }

    /// Shows LAUNCH-4.
    @Test
    void staysWhatItWas() {
        for (var fact : LaunchFact.values()) {
            assertThat(fact.after(plan("a(readiness)"), Milestone.NOTHING)).isEqualTo(fact);
        }
        assertThat(LaunchFact.SATISFIED.after(plan("a(readiness)"), Milestone.RUN))
                .isEqualTo(LaunchFact.SATISFIED);
    }

    /// Shows LAUNCH-5.
    @Test
    void anEndForGoodSatisfiesOrFailsUnlessItWasReadyBefore() {
        for (var fact : LaunchFact.values()) {
            assertThat(fact.afterEnd(true)).isEqualTo(LaunchFact.COMPLETED);
        }
        assertThat(LaunchFact.SATISFIED.afterEnd(false)).isEqualTo(LaunchFact.SATISFIED);
        assertThat(LaunchFact.STARTED.afterEnd(false)).isEqualTo(LaunchFact.FAILED);
        assertThat(LaunchFact.UNDER_WAY.afterEnd(false)).isEqualTo(LaunchFact.FAILED);
    }

    private static ContainerPlan plan(String pod) {
        var manifest = new CasePod();
        assertThat(manifest.take("pod", pod)).isTrue();
        return ((PlanResult.Planned) manifest.plan()).plan().container(new ContainerName("a"));
    }
}
