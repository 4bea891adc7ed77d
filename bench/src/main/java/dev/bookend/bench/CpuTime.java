package dev.bookend.bench;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The same benchmarks by the processor's time instead of the wall's, for machines that do other
/// things too. Each figure is the best of several rounds.
public final class CpuTime {
    private static final int ROUNDS = 8;
    private static final Duration ROUND = Duration.ofMillis(300);

    /// Results are kept here, so that the compiler cannot leave out what makes them.
    private final List<Object> kept = new ArrayList<>();

    private CpuTime() {}

    public static void main(String... args) {
        var core = new CoreBenchmark();
        var time = new CpuTime();
        time.measure("stepOnVerdict", core::stepOnVerdict);
        time.measure("stepOnStop", core::stepOnStop);
        time.measure("plan", core::plan);
        time.measure("replayEvents", core::replayEvents);
        time.measure("replayLines", core::replayLines);
    }

    private void measure(String name, Supplier<Object> work) {
        var best = Double.MAX_VALUE;
        for (var round = 0; round < ROUNDS; round++) {
            best = Math.min(best, microseconds(work));
        }
        System.out.printf("%-14s %,12.2f us%n", name, best);
    }

    private double microseconds(Supplier<Object> work) {
        var begun = spent();
        var times = 0L;
        while (spent() - begun < ROUND.toNanos()) {
            for (var i = 0; i < 8; i++) {
                kept.add(work.get());
                times++;
            }
            kept.clear();
        }
        return (spent() - begun) / 1_000.0 / times;
    }

    private static long spent() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
