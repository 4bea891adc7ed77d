package dev.bookend.cli.plan;

import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.ArrayList;
import java.util.List;

/// A plan as a Mermaid flowchart.
final class PlanMermaid {
    private final PodPlan plan;
    private final List<ContainerName> names;
    private final List<String> lines = new ArrayList<>();

    private PlanMermaid(PodPlan plan) {
        this.plan = plan;
        this.names = List.copyOf(plan.containers().keySet());
    }

    static String of(PodPlan plan) {
        var chart = new PlanMermaid(plan);
        chart.lines.add("flowchart LR");
        chart.part("launch", chart::launchEdges);
        chart.part("exit", chart::exitEdges);
        return String.join("\n", chart.lines);
    }

    private void part(String name, Runnable edges) {
        lines.add("  subgraph %s[\"%s of %s\"]".formatted(name, name, plan.pod()));
        lines.add("    direction LR");
        plan.containers().values().stream()
                .filter(it -> name.equals("launch") || it.kind() != ContainerKind.INIT)
                .forEach(it -> lines.add("    " + node(name, it)));
        edges.run();
        lines.add("  end");
    }

    /// Nodes go by number, because a container may be called `end`.
    private String id(String part, ContainerName name) {
        return part + names.indexOf(name);
    }

    private String node(String part, ContainerPlan container) {
        var kind =
                switch (container.kind()) {
                    case INIT -> " (init)";
                    case NATIVE_SIDECAR -> " (native sidecar)";
                    case SIDECAR -> " (sidecar)";
                    case STANDARD -> "";
                };
        return "%s[\"%s%s\"]".formatted(id(part, container.name()), container.name(), kind);
    }

    private void launchEdges() {
        var waits = new Waits(plan);
        for (var container : plan.containers().values()) {
            for (var gate : waits.launch(container)) {
                edge("launch", gate.of(), gate.condition().word(), container.name());
            }
        }
    }

    private void exitEdges() {
        var waits = new Waits(plan);
        for (var container : plan.containers().values()) {
            for (var earlier : waits.exit(container)) {
                edge("exit", earlier, "ended", container.name());
            }
        }
    }

    private void edge(String part, ContainerName from, String label, ContainerName to) {
        lines.add("    %s -->|%s| %s".formatted(id(part, from), label, id(part, to)));
    }
}
