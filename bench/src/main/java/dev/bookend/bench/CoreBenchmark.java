package dev.bookend.bench;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.text.EventText;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// What the pure core costs, on a pod of ten containers.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CoreBenchmark {
    private static final int JOURNAL = 10_000;
    private final PodManifest manifest = TenContainers.manifest();
    private final PodPlan plan = TenContainers.plan();
    private final List<Event> journal = LongLife.events(plan, JOURNAL);
    private final List<String> lines = journal.stream().map(EventText::write).toList();
    private final PodState up = replayed(100);
    private final Event verdict = journal.get(100);
    private final Event stop = new Event.StopRequested(Optional.empty(), verdict.at());

    private PodState replayed(int count) {
        var pod = PodState.unborn(plan);
        for (var event : journal.subList(0, count)) {
            pod = Engine.step(plan, pod, event).pod();
        }
        return pod;
    }

    /// The commonest step: a probe changes its mind.
    @Benchmark
    public Step stepOnVerdict() {
        return Engine.step(plan, up, verdict);
    }

    /// The largest step: the exit of everybody begins.
    @Benchmark
    public Step stepOnStop() {
        return Engine.step(plan, up, stop);
    }

    @Benchmark
    public PlanResult plan() {
        return Planner.plan(manifest, Home.EMBEDDED);
    }

    @Benchmark
    public PodState replayEvents() {
        return replayed(JOURNAL);
    }

    /// Replay from words, as recovery does it.
    @Benchmark
    public PodState replayLines() {
        var pod = PodState.unborn(plan);
        for (var i = 0; i < JOURNAL; i++) {
            var event = EventText.read(lines.get(i), journal.get(i).at());
            pod = Engine.step(plan, pod, event).pod();
        }
        return pod;
    }
}
