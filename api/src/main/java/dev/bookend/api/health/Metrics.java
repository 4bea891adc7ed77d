package dev.bookend.api.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Counts what pods live through, for Prometheus. No pod's name is in a label: their number would
/// know no bounds. Thread-safe.
public final class Metrics {
    private static final List<Double> BUCKETS =
            List.of(0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0);

    private static final Map<String, String> HELP =
            Map.of(
                    "bookend_gate_wait_seconds",
                    "How long containers waited for their gates before they were started.",
                    "bookend_hook_seconds",
                    "How long postStart and preStop hooks took.",
                    "bookend_level_exit_seconds",
                    "How long the levels of terminating pods took to exit.",
                    "bookend_restarts_total",
                    "Containers that were started again, by the cause of it.",
                    "bookend_recreations_total",
                    "ContainerRecreateRequests that completed, by their result.",
                    "bookend_probe_failures_total",
                    "Probes that found a container unhealthy.",
                    "bookend_kills_total",
                    "Containers that were sent SIGKILL.",
                    "bookend_exit_orders_given_up_total",
                    "Pods whose grace was over before everyone had its turn.");

    private final Map<String, Long> counters = new TreeMap<>();
    private final Map<String, Histogram> histograms = new TreeMap<>();

    private static final class Histogram {
        private final long[] counts = new long[BUCKETS.size()];
        private long count;
        private double sum;

        void add(double value) {
            count++;
            sum += value;
            for (var i = 0; i < counts.length; i++) {
                counts[i] += value <= BUCKETS.get(i) ? 1 : 0;
            }
        }
    }

    /// Counts one, under a name with labels: `bookend_exits_total{outcome="clean"}`.
    public synchronized void count(String name) {
        counters.merge(name, 1L, Long::sum);
    }

    synchronized void observe(String name, Duration time) {
        histograms.computeIfAbsent(name, _ -> new Histogram()).add(time.toNanos() / 1e9);
    }

    /// Counts a request that has completed.
    public void recreated(boolean success) {
        count(
                "bookend_recreations_total{result=\"%s\"}"
                        .formatted(success ? "succeeded" : "failed"));
    }

    /// Everything in Prometheus' text format.
    public synchronized String text() {
        var lines = new ArrayList<String>();
        var last = "";
        for (var counter : counters.entrySet()) {
            last = head(lines, counter.getKey(), last, "counter");
            lines.add(counter.getKey() + " " + counter.getValue());
        }
        for (var histogram : histograms.entrySet()) {
            last = head(lines, histogram.getKey(), last, "histogram");
            write(lines, histogram.getKey(), histogram.getValue());
        }
        return String.join("\n", lines) + "\n";
    }

    private static String head(List<String> lines, String name, String last, String type) {
        var base = base(name);
        if (!base.equals(last)) {
            Optional.ofNullable(HELP.get(base))
                    .ifPresent(it -> lines.add("# HELP %s %s".formatted(base, it)));
            lines.add("# TYPE %s %s".formatted(base, type));
        }
        return base;
    }

    private static String base(String name) {
        var brace = name.indexOf('{');
        return brace < 0 ? name : name.substring(0, brace);
    }

    private static void write(List<String> lines, String name, Histogram histogram) {
        var base = base(name);
        var labels = name.substring(base.length()).replaceAll("[{}]", "");
        var more = labels.isEmpty() ? "" : labels + ",";
        for (var i = 0; i < histogram.counts.length; i++) {
            lines.add(
                    "%s_bucket{%sle=\"%s\"} %d"
                            .formatted(base, more, BUCKETS.get(i), histogram.counts[i]));
        }
        lines.add("%s_bucket{%sle=\"+Inf\"} %d".formatted(base, more, histogram.count));
        var tail = labels.isEmpty() ? "" : "{" + labels + "}";
        lines.add("%s_sum%s %s".formatted(base, tail, histogram.sum));
        lines.add("%s_count%s %d".formatted(base, tail, histogram.count));
    }
}
