package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.value.Lengths;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/// preStop sleeps that the grace cannot hold.
public final class GraceDoubts {
    private final PodNames names;
    private final Duration grace;
    private final OrderFindings findings;

    private GraceDoubts(PodNames names, OrderFindings findings) {
        this.names = names;
        this.grace = names.pod().settings().grace();
        this.findings = findings;
    }

    public static void look(PodNames names, PodOrder order, OrderFindings findings) {
        var doubts = new GraceDoubts(names, findings);
        names.eachInit(doubts::refuseTooLong);
        names.eachMain(doubts::refuseTooLong);
        doubts.warnOfSum(order);
    }

    private void refuseTooLong(ContainerSpec spec, String path) {
        sleep(spec)
                .filter(sleep -> sleep.compareTo(grace) > 0)
                .ifPresent(
                        sleep ->
                                findings.refuse(
                                        path + ".lifecycle.preStop.sleep.seconds",
                                        String.valueOf(sleep.toSeconds()),
                                        "preStop of %s sleeps %d s and the grace is %d s"
                                                .formatted(
                                                        spec.name(),
                                                        sleep.toSeconds(),
                                                        grace.toSeconds()),
                                        "shorten the sleep or raise"
                                                + " terminationGracePeriodSeconds"));
    }

    /// Sidecars' hooks begin with the termination, so only other ones add up level by level.
    private void warnOfSum(PodOrder order) {
        var sum =
                order.exitLevels().values().stream()
                        .map(level -> longest(level, order))
                        .reduce(Duration.ZERO, Lengths::sum);
        var single =
                names.pod().allContainers().anyMatch(one -> sleep(one).isPresent() && tooLong(one));
        if (sum.isPositive() && sum.compareTo(grace) > 0 && !single) {
            findings.warn(
                    "spec.terminationGracePeriodSeconds",
                    String.valueOf(grace.toSeconds()),
                    "the preStop sleeps along the exit order add up to %d s, more than the grace"
                            .formatted(sum.toSeconds()),
                    "raise terminationGracePeriodSeconds or shorten the sleeps");
        }
    }

    private boolean tooLong(ContainerSpec spec) {
        return sleep(spec).filter(sleep -> sleep.compareTo(grace) > 0).isPresent();
    }

    private Duration longest(Collection<String> level, PodOrder order) {
        return names.pod().containers().stream()
                .filter(one -> level.contains(one.name()) && !order.isSidecar(one.name()))
                .flatMap(one -> sleep(one).stream())
                .filter(Duration::isPositive)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static Optional<Duration> sleep(ContainerSpec spec) {
        return spec.lifecycle().preStop().flatMap(GraceDoubts::length);
    }

    private static Optional<Duration> length(Handler handler) {
        return handler instanceof Handler.Sleep(var length)
                ? Optional.of(length)
                : Optional.empty();
    }
}
