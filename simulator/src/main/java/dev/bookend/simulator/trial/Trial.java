package dev.bookend.simulator.trial;

import dev.bookend.agent.loop.Decision;
import dev.bookend.simulator.invariant.Violation;
import dev.bookend.simulator.world.Scenario;
import dev.bookend.simulator.world.World;

import java.util.List;
import java.util.Optional;

/// What became of one scenario.
record Trial(
        Scenario scenario,
        List<String> journal,
        int turns,
        int crashes,
        Optional<Violation> violation) {

    /// Lives a scenario to its end, or to the first promise broken; none if the pod is refused.
    static Optional<Trial> of(Scenario scenario, Decision decision) {
        return scenario.plan()
                .map(
                        plan -> {
                            var world = new World(scenario, plan, decision);
                            var violation = run(world);
                            return new Trial(
                                    scenario,
                                    world.journal().lines(),
                                    world.turns(),
                                    world.crashes(),
                                    violation);
                        });
    }

    private static Optional<Violation> run(World world) {
        try {
            world.run();
            return Optional.empty();
        } catch (Violation violation) {
            return Optional.of(violation);
        }
    }

    boolean breaks(String rule) {
        return violation.filter(it -> it.rule().equals(rule)).isPresent();
    }
}
