package dev.bookend.cli.plan;

import dev.bookend.lifecycle.plan.Gate;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The containers that made a simulated launch, or exit, as long as it was.
record CriticalChain(PodPlan plan, Simulation simulation) {
    List<ContainerName> launch() {
        return back(
                plan.containers().keySet(),
                name -> simulation.span(name).satisfied(),
                name -> waits().launch(plan.container(name)).stream().map(Gate::of).toList());
    }

    List<ContainerName> exit() {
        return back(
                simulation.spans().keySet().stream().filter(this::endedInExit).toList(),
                name -> simulation.span(name).end(),
                name ->
                        waits().exit(plan.container(name)).stream()
                                .filter(this::endedInExit)
                                .toList());
    }

    private Waits waits() {
        return new Waits(plan);
    }

    private boolean endedInExit(ContainerName name) {
        return simulation
                .span(name)
                .end()
                .filter(end -> end.compareTo(simulation.stop()) > 0)
                .isPresent();
    }

    /// From the last one back to whom it waited for longest, until somebody waited for nobody.
    private static List<ContainerName> back(
            Collection<ContainerName> all,
            Function<ContainerName, Optional<Duration>> moment,
            Function<ContainerName, List<ContainerName>> waitedFor) {
        var chain = new ArrayList<ContainerName>();
        var last = latest(all, moment);
        while (last.isPresent()) {
            chain.addFirst(last.get());
            last = latest(waitedFor.apply(last.get()), moment);
        }
        return chain;
    }

    private static Optional<ContainerName> latest(
            Collection<ContainerName> names, Function<ContainerName, Optional<Duration>> moment) {
        return names.stream()
                .filter(name -> moment.apply(name).filter(it -> !it.isZero()).isPresent())
                .max(Comparator.comparing(name -> moment.apply(name).orElse(Duration.ZERO)));
    }
}
