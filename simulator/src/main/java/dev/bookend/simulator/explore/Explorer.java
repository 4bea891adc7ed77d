package dev.bookend.simulator.explore;

import dev.bookend.agent.loop.Decision;
import dev.bookend.simulator.world.Scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/// Explores every small pod a little, then all of them further, for as long as the time lasts.
///
/// Every pod first lives a calm life; from each of its moments everything else is tried. The pods
/// come in a fixed order in which no kind stands together, for the time may not do for all.
final class Explorer {
    /// Deeper than any time will allow.
    private static final int DEEPEST = 40;

    private final Decision decision;
    private final List<Scenario> pods;
    private final LongAdder states = new LongAdder();
    private final LongAdder steps = new LongAdder();

    Explorer(Decision decision) {
        this.decision = decision;
        var shapes = new ArrayList<>(PodShapes.all());
        Collections.shuffle(shapes, new Random(shapes.size()));
        pods = shapes.stream().map(pod -> new Scenario(pod, Map.of(), List.of(), false)).toList();
    }

    /// Explores all pods to the least depth, whatever it takes, and from there on as deep as the
    /// time allows.
    ExplorationReport run(int least, Duration budget) {
        var start = System.nanoTime();
        BooleanSupplier never = () -> false;
        BooleanSupplier late = () -> System.nanoTime() - start > budget.toNanos();
        var most = 0L;
        var depth = least;
        var complete = explore(depth, never);
        while (complete == pods.size() && depth < DEEPEST && !late.getAsBoolean()) {
            most = states.sumThenReset();
            depth++;
            complete = explore(depth, late);
        }
        var all = complete == pods.size();
        return new ExplorationReport(
                pods.size(),
                all ? depth : depth - 1,
                all ? 0 : complete,
                Math.max(most, states.sum()),
                steps.sum());
    }

    /// Explores all pods to one depth; returns how many of them wholly.
    private int explore(int depth, BooleanSupplier timeIsUp) {
        return (int) pods.parallelStream().filter(pod -> explore(pod, depth, timeIsUp)).count();
    }

    private boolean explore(Scenario pod, int depth, BooleanSupplier timeIsUp) {
        var exploration = new Exploration(pod, decision, timeIsUp);
        try {
            return exploration.explore(depth);
        } finally {
            states.add(exploration.states());
            steps.add(exploration.steps());
        }
    }
}
