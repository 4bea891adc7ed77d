package dev.bookend.simulator.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.simulator.dice.ScenarioDice;

import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.stream.LongStream;

class SimulationTest {
    private static final int SEEDS = Integer.getInteger("simulate.seeds", 2_000);

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
