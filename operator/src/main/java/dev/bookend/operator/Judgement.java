package dev.bookend.operator;

import dev.bookend.lifecycle.Barrier;
import dev.bookend.lifecycle.Finding;
import dev.bookend.lifecycle.OrderKeys;
import dev.bookend.lifecycle.Planner;
import dev.bookend.lifecycle.PodManifest;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What a cluster says to a pod: may it be, and what should its author know?
record Judgement(List<Finding> findings) {
    private static final int LONGEST_NAME = 253;

    Judgement {
        findings = List.copyOf(findings);
    }

    static Judgement of(AskedPod asked) {
        var pod = asked.manifest();
        var findings = new ArrayList<>(Planner.planAdmitted(pod).all());
        sidecars(pod, findings);
        exitOrder(pod, findings);
        mapName(pod, findings);
        return new Judgement(findings);
    }

    /// The last word on a pod: by now it has its barriers, and no level of it has been opened.
    static Judgement last(AskedPod asked) {
        var judged = of(asked);
        if (judged.isDenial()) {
            return judged;
        }
        var findings = new ArrayList<>(judged.findings());
        if (!hasBarriers(asked.manifest())) {
            findings.add(
                    unlooked(
                            "spec.containers",
                            "this pod has no barrier, so its containers would start without the"
                                    + " order it asks for"));
        } else if (asked.isMarked() && asked.annotation(Marks.OPENED).isPresent()) {
            findings.add(
                    unlooked(
                            "metadata.annotations[" + Marks.OPENED + "]",
                            "this pod counts as launched before it has begun"));
        }
        return new Judgement(findings);
    }

    private static Finding unlooked(String path, String says) {
        return Finding.error(
                path,
                "",
                "KUBE-1",
                says,
                "another webhook changed the pod after Bookend had looked: write its order in the"
                        + " pod itself, or try again");
    }

    private static boolean hasBarriers(PodManifest pod) {
        var expected = Barrier.variables(pod);
        return pod.containers().stream()
                .allMatch(
                        spec ->
                                !expected.containsKey(spec.name())
                                        || spec.env().contains(expected.get(spec.name())));
    }

    boolean isDenial() {
        return findings.stream().anyMatch(Finding::isError);
    }

    /// All reasons of a denial in one message.
    String reason() {
        return findings.stream()
                .filter(Finding::isError)
                .map(Finding::sentence)
                .collect(Collectors.joining("\n", "Bookend refuses this pod: ", ""));
    }

    List<String> warnings() {
        return findings.stream().filter(it -> !it.isError()).map(Finding::sentence).toList();
    }

    private static void sidecars(PodManifest pod, List<Finding> findings) {
        var named = pod.meta().annotations().get(OrderKeys.SIDECARS);
        if (named != null) {
            findings.add(
                    Finding.error(
                            "metadata.annotations[" + OrderKeys.SIDECARS + "]",
                            named,
                            "KUBE-3",
                            "sidecars by annotation are not built yet in a cluster",
                            "write them as initContainers with restartPolicy: Always"));
        }
    }

    private static void exitOrder(PodManifest pod, List<Finding> findings) {
        var annotation = pod.meta().annotations().get(OrderKeys.EXIT);
        if (annotation != null) {
            findings.add(unkept("metadata.annotations[" + OrderKeys.EXIT + "]", annotation));
            return;
        }
        for (var i = 0; i < pod.containers().size(); i++) {
            var spec = pod.containers().get(i);
            if (spec.env().stream().anyMatch(it -> it.name().equals(OrderKeys.EXIT_ENV))) {
                findings.add(unkept("spec.containers[" + i + "].env", OrderKeys.EXIT_ENV));
                return;
            }
        }
    }

    private static Finding unkept(String path, String value) {
        return Finding.warning(
                path,
                value,
                "KUBE-4",
                "exit priorities have no effect in a cluster yet",
                "do not rely on them; native sidecars exit last");
    }

    private static void mapName(PodManifest pod, List<Finding> findings) {
        var name = pod.meta().name();
        if (Barrier.mapName(name).length() > LONGEST_NAME && !Barrier.variables(pod).isEmpty()) {
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
}
