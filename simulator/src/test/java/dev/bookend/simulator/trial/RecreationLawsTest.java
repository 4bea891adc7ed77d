package dev.bookend.simulator.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.Probes;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.simulator.dice.Dice;
import dev.bookend.simulator.invariant.Violation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Nothing is killed twice, nothing is forgotten, and every request comes to an end; and engines
/// that break this are caught.
class RecreationLawsTest {
    private static final int SEEDS = 200;
    private static final int MOVES = 150;

    /// Shows CRR-5, CRR-8, CRR-10 and CRR-12.
    @Test
    void theLawsHoldForEverySeed() {
        var requests = 0;
        for (var seed = 0L; seed < SEEDS; seed++) {
            var world = new RecreationWorld(seed, plan(seed), Engine::step);
            try {
                world.run(MOVES);
            } catch (Violation broken) {
                throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
            }
            requests += world.requests();
        }
        assertThat(requests).as("requests that were made").isGreaterThan(SEEDS);
    }

    /// Shows CRR-5, CRR-8, CRR-10 and CRR-12.
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("mutants")
    void aBrokenEngineIsCaught(String mistake, String rule, Decision engine) {
        var caught =
                LongStream.range(0, SEEDS)
                        .mapToObj(seed -> broken(seed, engine))
                        .flatMap(Optional::stream)
                        .filter(rule::equals)
                        .findFirst();
        assertThat(caught).as(mistake).isPresent();
    }

    private static Optional<String> broken(long seed, Decision engine) {
        try {
            new RecreationWorld(seed, plan(seed), engine).run(MOVES);
            return Optional.empty();
        } catch (Violation violation) {
            return Optional.of(violation.rule());
        }
    }

    static Stream<Arguments> mutants() {
        return Stream.of(
                Arguments.of(
                        "a crash forgets what was done", "CRR-10", RecreationMutants.forgetful()),
                Arguments.of(
                        "the deadline is ignored", "CRR-10", RecreationMutants.withoutDeadline()),
                Arguments.of(
                        "a restart is forgotten", "CRR-12", RecreationMutants.withoutRestart()),
                Arguments.of("time is not watched", "CRR-8", RecreationMutants.withoutTimers()),
                Arguments.of(
                        "the pod is not made unready",
                        "CRR-5",
                        RecreationMutants.withStaleConditions()));
    }

    private static PodPlan plan(long seed) {
        var dice = new Dice(seed);
        var containers =
                Stream.of("app", "db", "proxy").map(name -> container(dice, name).spec()).toList();
        var policy = dice.pick(List.of(RestartPolicy.ALWAYS, RestartPolicy.ON_FAILURE));
        var pod =
                new PodManifest(
                        PodMeta.named("default", "web"),
                        PodSettings.DEFAULT.withRestartPolicy(policy),
                        List.of(),
                        containers,
                        List.of());
        return ((PlanResult.Planned) Planner.plan(pod, Home.EMBEDDED)).plan();
    }

    private static ContainerSpecDraft container(Dice dice, String name) {
        var exec = new Handler.Exec(List.of("x"));
        var hook = dice.chance(50) ? Optional.<Handler>of(exec) : Optional.<Handler>empty();
        var start = dice.chance(30) ? Optional.<Handler>of(exec) : Optional.<Handler>empty();
        var ready = dice.chance(50) ? Optional.of(Probe.of(exec)) : Optional.<Probe>empty();
        return new ContainerSpecDraft(name)
                .image(Optional.of("x"))
                .lifecycle(new Lifecycle(start, hook, Optional.empty(), Optional.empty()))
                .probes(new Probes(Optional.empty(), Optional.empty(), ready));
    }
}
