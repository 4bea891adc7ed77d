package dev.bookend.simulator.trial;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.simulator.dice.ScenarioDice;

import java.util.Optional;
import java.util.function.LongConsumer;

/// Lives many seeds, one life each, until one breaks a promise.
public final class Simulation {
    private final Decision decision;
    private final Optional<PodManifest> pod;
    private long seeds;
    private long turns;
    private long crashes;

    Simulation(Decision decision, Optional<PodManifest> pod) {
        this.decision = decision;
        this.pod = pod;
    }

    /// A simulation of the real engine.
    ///
    /// @param pod the pod to live, which the planner accepts; without one each seed makes up its
    ///   own
    public static Simulation ofEngine(Optional<PodManifest> pod) {
        return new Simulation(Engine::step, pod);
    }

    /// Lives the seeds from the first on, and stops at the first broken promise.
    ///
    /// @param progress hears of each seed before it is lived
    public SimulationReport run(long first, long count, LongConsumer progress) {
        for (var seed = first; seed < first + count; seed++) {
            progress.accept(seed);
            var failure = failure(seed);
            if (failure.isPresent()) {
                return new SimulationReport(seeds, turns, crashes, failure);
            }
        }
        return new SimulationReport(seeds, turns, crashes, Optional.empty());
    }

    private Optional<Failure> failure(long seed) {
        var scenario = ScenarioDice.scenario(seed, pod);
        var trial =
                Trial.of(scenario, decision)
                        .orElseThrow(() -> new IllegalArgumentException("the pod is refused"));
        seeds++;
        turns += trial.turns();
        crashes += trial.crashes();
        return trial.violation().map(_ -> Failure.of(seed, Shrinker.shrink(trial, decision)));
    }
}
