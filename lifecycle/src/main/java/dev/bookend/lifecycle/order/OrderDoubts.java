package dev.bookend.lifecycle.order;

import java.util.Map;

/// Orders that are legal and yet not what their author can have meant (INPUT-5).
public final class OrderDoubts {
    private static final String NO_EFFECT = "has no effect: all containers are on one level";

    private final PodNames names;
    private final PodOrder order;
    private final OrderFindings findings;

    private OrderDoubts(PodNames names, PodOrder order, OrderFindings findings) {
        this.names = names;
        this.order = order;
        this.findings = findings;
    }

    public static void look(PodNames names, PodOrder order, OrderFindings findings) {
        var doubts = new OrderDoubts(names, order, findings);
        doubts.uselessOrder(order.launch(), order.launchLevels().size(), "the launch order");
        doubts.uselessOrder(order.exit(), order.exitLevels().size(), "the exit order");
        doubts.overriddenByKind();
    }

    private void uselessOrder(Map<String, Priority> priorities, int levels, String what) {
        if (levels > 1 || !names.injected().isEmpty()) {
            return;
        }
        priorities.values().stream()
                .filter(Priority::explicit)
                .findFirst()
                .ifPresent(
                        stated ->
                                findings.warn(
                                        stated.path(),
                                        String.valueOf(stated.value()),
                                        what + " " + NO_EFFECT,
                                        "give containers different priorities, or remove it"));
    }

    /// Sidecars start first and exit last, whatever a standard container's priority says.
    private void overriddenByKind() {
        var sidecars = names.mains().stream().filter(order::isSidecar).toList();
        for (var standard : names.mains()) {
            for (var sidecar : sidecars) {
                if (!order.isSidecar(standard)) {
                    launchOverridden(standard, sidecar);
                    exitOverridden(standard, sidecar);
                }
            }
        }
    }

    private void launchOverridden(String standard, String sidecar) {
        var own = order.launchOf(standard);
        var other = order.launchOf(sidecar);
        if (own.value() > other.value()) {
            overridden(own.explicit() ? own : other, standard, "starts", sidecar);
        }
    }

    private void exitOverridden(String standard, String sidecar) {
        var own = order.exitOf(standard);
        var other = order.exitOf(sidecar);
        if (own.value() > other.value()) {
            overridden(own.explicit() ? own : other, standard, "exits", sidecar);
        }
    }

    private void overridden(Priority stated, String standard, String does, String sidecar) {
        var when = does.equals("starts") ? "before" : "after";
        findings.warn(
                stated.path(),
                String.valueOf(stated.value()),
                "sidecar %s %s %s %s, whatever their priorities say"
                        .formatted(sidecar, does, when, standard),
                "remove the priority, or the sidecar type");
    }
}
