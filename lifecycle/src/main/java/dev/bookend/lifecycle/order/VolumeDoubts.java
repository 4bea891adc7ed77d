package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;

import java.util.Optional;

/// Volumes that are less on one machine than in a cluster: possible, and worth a word.
public final class VolumeDoubts {
    private static final String RULE = "process-runtime";

    private VolumeDoubts() {}

    public static void look(PodManifest pod, Home home, OrderFindings findings) {
        switch (home) {
            case CLUSTER -> {}
            case EMBEDDED -> lookAtLimits(pod, findings);
        }
    }

    /// A kubelet evicts a pod whose directory has outgrown its limit; nobody measures it here.
    private static void lookAtLimits(PodManifest pod, OrderFindings findings) {
        for (var i = 0; i < pod.volumes().size(); i++) {
            var path = "spec.volumes[%d].emptyDir.sizeLimit".formatted(i);
            limitOnDisk(pod.volumes().get(i).source())
                    .ifPresent(limit -> findings.add(unlimited(path, limit)));
        }
    }

    private static Optional<String> limitOnDisk(VolumeSource source) {
        return source instanceof VolumeSource.EmptyDir(var medium, var limit) && medium.isEmpty()
                ? limit.filter(it -> !it.equals("0"))
                : Optional.empty();
    }

    private static Finding unlimited(String path, String limit) {
        return Finding.warning(
                path,
                limit,
                RULE,
                "a limit on disk is not enforced on one machine: the pod is not evicted beyond it",
                "take medium: Memory for a limit that holds as root, or watch the disk");
    }
}
