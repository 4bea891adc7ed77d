package dev.bookend.cli.plan;

import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.Gate;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.List;

/// What a container waits for, without what follows from that.
record Waits(PodPlan plan) {
    /// The gates that are not already implied by another gate's own gates.
    List<Gate> launch(ContainerPlan container) {
        return container.gates().stream()
                .filter(gate -> container.gates().stream().noneMatch(it -> leadsTo(it, gate)))
                .toList();
    }

    private boolean leadsTo(Gate later, Gate earlier) {
        return plan.container(later.of()).gates().stream()
                .anyMatch(gate -> gate.of().equals(earlier.of()));
    }

    /// Regular init containers are left out: hardly ever does one still run at the exit.
    List<ContainerName> exit(ContainerPlan container) {
        return container.exitAfter().stream()
                .filter(name -> plan.container(name).kind() != ContainerKind.INIT)
                .filter(
                        name ->
                                container.exitAfter().stream()
                                        .noneMatch(it -> exitsAfter(it, name)))
                .toList();
    }

    private boolean exitsAfter(ContainerName later, ContainerName earlier) {
        return plan.container(later).exitAfter().contains(earlier);
    }
}
