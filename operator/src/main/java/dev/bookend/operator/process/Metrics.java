package dev.bookend.operator.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// What the operator counts, in the text format that Prometheus reads.
public final class Metrics {
    private final LongAdder failures = new LongAdder();
    private final LongAdder refusals = new LongAdder();
    private final Histogram mutating =
            new Histogram(
                    "bookend_webhook_seconds", "path=\"mutate\"", 0.001, 0.005, 0.025, 0.1, 1);
    private final Histogram validating =
            new Histogram(
                    "bookend_webhook_seconds", "path=\"validate\"", 0.001, 0.005, 0.025, 0.1, 1);
    private final Histogram levels =
            new Histogram("bookend_level_seconds", "", 0.5, 1, 2, 5, 10, 30, 120);
    private final List<Gauge> gauges = new ArrayList<>();

    private record Gauge(String name, LongSupplier value) {}

    /// Too large, too many at once, or no review at all.
    public void reviewRefused() {
        refusals.increment();
    }

    public void reconcileFailed() {
        failures.increment();
    }

    public void answered(boolean mutation, Duration took) {
        (mutation ? mutating : validating).observe(took);
    }

    public void levelTook(Duration took) {
        levels.observe(took);
    }

    /// All gauges are named before the first text is asked for.
    public void gauge(String name, LongSupplier value) {
        gauges.add(new Gauge(name, value));
    }

    public String text() {
        var text = new StringBuilder();
        text.append("# TYPE bookend_reconcile_failures_total counter\n");
        text.append("bookend_reconcile_failures_total %d\n".formatted(failures.sum()));
        text.append("# TYPE bookend_reviews_refused_total counter\n");
        text.append("bookend_reviews_refused_total %d\n".formatted(refusals.sum()));
        text.append("# TYPE bookend_webhook_seconds histogram\n");
        mutating.write(text);
        validating.write(text);
        text.append("# TYPE bookend_level_seconds histogram\n");
        levels.write(text);
        for (var gauge : gauges) {
            text.append("# TYPE %s gauge\n".formatted(gauge.name()));
            text.append("%s %d\n".formatted(gauge.name(), gauge.value().getAsLong()));
        }
        return text.toString();
    }

    private static final class Histogram {
        private final String name;
        private final String label;
        private final double[] bounds;
        private final AtomicLong[] counts;
        private final LongAdder nanos = new LongAdder();

        Histogram(String name, String label, double... bounds) {
            this.name = name;
            this.label = label;
            this.bounds = bounds;
            this.counts = new AtomicLong[bounds.length + 1];
            for (var i = 0; i < counts.length; i++) {
                counts[i] = new AtomicLong();
            }
        }

        void observe(Duration took) {
            var bucket = 0;
            while (bucket < bounds.length && took.toNanos() > bounds[bucket] * 1e9) {
                bucket++;
            }
            counts[bucket].incrementAndGet();
            nanos.add(took.toNanos());
        }

        void write(StringBuilder text) {
            var comma = label.isEmpty() ? "" : ",";
            var all = 0L;
            for (var i = 0; i < counts.length; i++) {
                all += counts[i].get();
                var bound = i < bounds.length ? String.valueOf(bounds[i]) : "+Inf";
                text.append(
                        "%s_bucket{%s%sle=\"%s\"} %d\n".formatted(name, label, comma, bound, all));
            }
            var labels = label.isEmpty() ? "" : "{" + label + "}";
            text.append("%s_sum%s %.6f\n".formatted(name, labels, nanos.sum() / 1e9));
            text.append("%s_count%s %d\n".formatted(name, labels, all));
        }
    }
}
