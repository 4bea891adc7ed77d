package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.Lengths;

import java.util.Map;
import java.util.Optional;

/// What a cluster refuses or cannot honour although one machine can (INPUT-8).
public final class ClusterRules {
    private static final String INPUT_8 = "INPUT-8";
    private static final int LONGEST_NAME = 253;

    private final PodNames names;
    private final PodOrder order;
    private final OrderFindings findings;

    private ClusterRules(PodNames names, PodOrder order, OrderFindings findings) {
        this.names = names;
        this.order = order;
        this.findings = findings;
    }

    /// Warns on one machine of an order that means something else in a cluster (INPUT-5).
    public static void foresee(PodNames names, PodOrder order, OrderFindings findings) {
        new ClusterRules(names, order, findings).judgeSidecarOrder(Home.EMBEDDED);
    }

    public static void judge(
            PodNames names, PodOrder order, PodRules rules, OrderFindings findings) {
        var cluster = new ClusterRules(names, order, findings);
        cluster.judgeSidecarOrder(Home.CLUSTER);
        cluster.judgeSidecars();
        cluster.judgeChoices(rules);
        cluster.judgeExitOrder();
        cluster.judgeMapName();
        cluster.judgeGrace();
    }

    /// Native sidecars exit in the reverse of their launch order, and a cluster has no others.
    private void judgeSidecarOrder(Home home) {
        for (var first : order.sidecars()) {
            for (var second : order.sidecars()) {
                if (order.launchOf(first).value() > order.launchOf(second).value()
                        && order.exitOf(first).value() < order.exitOf(second).value()) {
                    contradiction(first, second, home);
                }
            }
        }
    }

    private void contradiction(String first, String second, Home home) {
        var stated = order.exitOf(first).explicit() ? first : second;
        var priority = order.exitOf(stated);
        var says =
                "sidecar %s starts before %s and exits before it; in a cluster sidecars exit in"
                                .formatted(first, second)
                        + " the reverse of their launch order";
        var hint = "let the one that starts first exit last";
        switch (home) {
            case CLUSTER ->
                    findings.add(
                            Finding.error(
                                    priority.path(),
                                    String.valueOf(priority.value()),
                                    "KUBE-3",
                                    says,
                                    hint));
            case EMBEDDED ->
                    findings.warn(priority.path(), String.valueOf(priority.value()), says, hint);
        }
    }

    private void judgeSidecars() {
        names.annotation(OrderKeys.SIDECARS)
                .filter(named -> !names.namedNatives().containsAll(SidecarInputs.parts(named)))
                .ifPresent(
                        named ->
                                findings.add(
                                        Finding.error(
                                                OrderKeys.annotationPath(OrderKeys.SIDECARS),
                                                named,
                                                "KUBE-3",
                                                "sidecars by annotation are not built yet in a"
                                                        + " cluster",
                                                "write them as initContainers with restartPolicy:"
                                                        + " Always")));
        names.eachMain(this::refuseType);
        names.eachMain(this::warnOfRestarts);
    }

    private void refuseType(ContainerSpec spec, String path) {
        if (spec.lifecycle().type().equals(Optional.of(SidecarInputs.SIDECAR))) {
            findings.add(
                    Finding.error(
                            path + ".lifecycle.type",
                            SidecarInputs.SIDECAR,
                            INPUT_8,
                            "the API server of a cluster drops lifecycle.type, so %s would be no"
                                            .formatted(spec.name())
                                    + " sidecar there",
                            "name it in annotation %s, or write it as an init container with"
                                            .formatted(OrderKeys.SIDECARS)
                                    + " restartPolicy: Always"));
        }
    }

    private void warnOfRestarts(ContainerSpec spec, String path) {
        var policy = names.pod().settings().restartPolicy();
        if (order.isSidecar(spec.name()) && policy != RestartPolicy.ALWAYS) {
            warn(
                    path,
                    spec.name(),
                    "sidecar %s is restarted in a cluster whenever it ends, whatever the pod's"
                                    .formatted(spec.name())
                            + " restartPolicy %s says".formatted(policy.word()),
                    "let it bear a restart, or make it a standard container");
        }
    }

    private void judgeChoices(PodRules rules) {
        if (rules.countSidecarExits()) {
            unheard(OrderKeys.SIDECAR_EXIT_CODES, "the kubelet never counts sidecars' exit codes");
        }
        if (rules.strictHooks()) {
            unheard(OrderKeys.STRICT_HOOKS, "the kubelet takes every HTTP answer for a success");
        }
        if (names.annotation(OrderKeys.LAUNCH_HOLD).isPresent()) {
            unheard(OrderKeys.LAUNCH_HOLD, "the launch hold is not built yet");
        }
        if (names.annotation(OrderKeys.READINESS_GATE).isPresent()) {
            unheard(OrderKeys.READINESS_GATE, "recreate requests are not built there yet");
        }
    }

    private void unheard(String key, String why) {
        warn(
                OrderKeys.annotationPath(key),
                names.annotation(key).orElse(""),
                "%s has no effect in a cluster: %s".formatted(key, why),
                "do not rely on it there");
    }

    private void judgeExitOrder() {
        var annotation = names.annotation(OrderKeys.EXIT);
        if (annotation.isPresent()) {
            unkept(OrderKeys.annotationPath(OrderKeys.EXIT), annotation.get());
            return;
        }
        for (var i = 0; i < names.pod().containers().size(); i++) {
            var env = names.pod().containers().get(i).env();
            if (env.stream().anyMatch(it -> it.name().equals(OrderKeys.EXIT_ENV))) {
                unkept("spec.containers[" + i + "].env", OrderKeys.EXIT_ENV);
                return;
            }
        }
    }

    private void unkept(String path, String value) {
        findings.add(
                Finding.warning(
                        path,
                        value,
                        "KUBE-4",
                        "exit priorities have no effect in a cluster yet",
                        "do not rely on them; native sidecars exit last"));
    }

    private void judgeMapName() {
        var name = names.wish().clusterName();
        var ordered = new PodOrder(order.sidecars(), order.launch(), Map.of());
        if (Barrier.mapName(name).length() > LONGEST_NAME && ordered.launchLevels().size() > 1) {
            findings.add(
                    Finding.error(
                            "metadata.name",
                            name,
                            "KUBE-1",
                            "the name has %d characters, and its barrier %s must have at most %d"
                                    .formatted(name.length(), Barrier.mapName("…"), LONGEST_NAME),
                            "use a name of at most %d characters"
                                    .formatted(LONGEST_NAME - Barrier.mapName("").length())));
        }
    }

    /// Kubernetes keeps a grace in 64 bits and takes any; nobody can count that far.
    private void judgeGrace() {
        var grace = names.pod().settings().grace();
        if (grace.compareTo(Lengths.LONGEST) > 0) {
            warn(
                    "spec.terminationGracePeriodSeconds",
                    String.valueOf(grace.toSeconds()),
                    "a grace of %d s is more than a hundred years, and is taken for that"
                            .formatted(grace.toSeconds()),
                    "choose at most %d".formatted(Lengths.LONGEST.toSeconds()));
        }
    }

    private void warn(String path, String value, String says, String hint) {
        findings.add(Finding.warning(path, value, INPUT_8, says, hint));
    }
}
