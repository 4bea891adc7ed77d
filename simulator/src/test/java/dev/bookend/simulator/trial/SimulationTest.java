package dev.bookend.simulator.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.simulator.dice.ScenarioDice;

import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.stream.LongStream;

class SimulationTest {
    private static final int SEEDS = Integer.getInteger("simulate.seeds", 2_000);

    /// Shows LAUNCH-2, LAUNCH-3, LAUNCH-4, LAUNCH-5, LAUNCH-6, LAUNCH-7, EXIT-1, EXIT-2, EXIT-3,
    /// EXIT-4, EXIT-6, EXIT-7, JOB-1, JOB-2, JOB-3, HOOK-1, HOOK-2, HOOK-3, HOOK-4, HOOK-5, HOOK-7,
    /// CRR-3, CRR-4, CRR-5, CRR-6, CRR-7, CRR-8, CRR-10, CRR-12, SEE-1 and SEE-2.
    @Test
    void everySeedKeepsEveryPromise() {
        var report = Simulation.ofEngine(Optional.empty()).run(0, SEEDS, _ -> {});
        assertThat(report.failure().map(Failure::text)).isEmpty();
        assertThat(report.seeds()).isEqualTo(SEEDS);
        assertThat(report.crashes()).isGreaterThan(SEEDS / 4);
    }

    @Test
    void aSeedAlwaysTellsTheSameStory() {
        for (var seed = 0L; seed < 50; seed++) {
            assertThat(trial(seed).journal()).isEqualTo(trial(seed).journal());
        }
    }

    private static Trial trial(long seed) {
        return Trial.of(ScenarioDice.scenario(seed, Optional.empty()), Engine::step).orElseThrow();
    }

    @Test
    void aFailureIsShrunkAndTold() {
        var broken = new Simulation(Mutants.gateIgnored(), Optional.empty());
        var report = broken.run(0, 100, _ -> {});
        var failure = report.failure().orElseThrow();
        assertThat(failure.rule()).isEqualTo("LAUNCH-2");
        assertThat(failure.journal()).hasSize(1).first().asString().endsWith("accepted");
        assertThat(failure.text())
                .contains("seed " + failure.seed(), "LAUNCH-2", "shortest journal", "accepted");
        assertThat(report.summary()).contains("a promise was broken");
    }

    @Test
    void aShrunkScenarioStillBreaksTheSameRule() {
        var engine = Mutants.forgets(Mutants::isHookAskedAgain);
        var failed =
                LongStream.range(0, 400)
                        .mapToObj(
                                seed ->
                                        Trial.of(
                                                ScenarioDice.scenario(seed, Optional.empty()),
                                                engine))
                        .flatMap(Optional::stream)
                        .filter(trial -> trial.breaks("HOOK-5"))
                        .findFirst()
                        .orElseThrow();
        var shrunk = Shrinker.shrink(failed, engine);
        assertThat(shrunk.breaks("HOOK-5")).isTrue();
        assertThat(shrunk.journal()).hasSizeLessThanOrEqualTo(failed.journal().size());
        assertThat(Trial.of(shrunk.scenario(), Engine::step).orElseThrow().violation()).isEmpty();
    }
}
