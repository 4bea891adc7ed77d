package dev.bookend.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.simulator.invariant.Violation;
import dev.bookend.simulator.trial.Mutants;
import dev.bookend.simulator.trial.RecreationMutants;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.stream.Stream;

/// `-Dexplore.seconds=60` goes deeper.
class ExplorerTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int SECONDS = Integer.getInteger("explore.seconds", 12);

    /// Shows CRR-10 and CRR-12.
    @Test
    void everyInterleavingKeepsEveryPromise() {
        explore(Duration.ofSeconds(SECONDS));
    }

    @Test
    @Tag("slow")
    void everyInterleavingKeepsEveryPromiseForLonger() {
        explore(LONG);
    }

    private static void explore(Duration budget) {
        var report = new Explorer(Engine::step).run(0, budget);
        System.out.println("Explored: " + report.summary());
        assertThat(report.pods()).isGreaterThan(600);
        assertThat(report.states()).isGreaterThan(5_000);
    }

    static Stream<Arguments> mutants() {
        return Stream.of(
                Arguments.of("LAUNCH-2", Mutants.gateIgnored()),
                Arguments.of("EXIT-1", Mutants.turnIgnored()),
                Arguments.of("HOOK-5", Mutants.forgets(Mutants::isHookAskedAgain)),
                Arguments.of("JOB-2", Mutants.alwaysSucceeds()),
                Arguments.of("CRR-10", RecreationMutants.forgetsRequests()),
                Arguments.of("CRR-12", RecreationMutants.withoutRestart()));
    }

    /// Shows CRR-10 and CRR-12.
    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void aBrokenEngineIsFound(String rule, Decision engine) {
        assertThatThrownBy(() -> new Explorer(engine).run(1, Duration.ofMinutes(2)))
                .isInstanceOfSatisfying(
                        Violation.class, found -> assertThat(found.rule()).isEqualTo(rule))
                .hasMessageContaining("journal:");
    }
}
