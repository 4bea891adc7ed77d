package dev.bookend.manifest.read;

import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSecurity;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.pod.RestartPolicy;

import java.util.List;
import java.util.Optional;

/// Reads a pod, or the pod template of a workload.
final class PodReader {
    private static final String DEFAULT_NAMESPACE = "default";

    private PodReader() {}

    static PodManifest pod(Fields pod) {
        var spec = pod.in("spec");
        return new PodManifest(
                meta(pod.in("metadata")),
                settings(spec),
                containers(spec, "initContainers"),
                containers(spec, "containers"),
                spec.each("volumes", VolumeReader::volume));
    }

    /// Of more containers than anybody plans, one more is enough to refuse them.
    private static List<ContainerSpec> containers(Fields spec, String name) {
        return spec.items(name).stream()
                .limit(Planner.MOST_CONTAINERS + 1L)
                .map(item -> ContainerReader.container(Fields.of(item)))
                .toList();
    }

    /// A template has no name of its own: its pod goes by the name of the workload.
    static PodManifest template(Fields template, Fields workload) {
        var pod = pod(template);
        var owner = meta(workload);
        var meta =
                new PodMeta(
                        owner.namespace(),
                        owner.name(),
                        owner.generateName(),
                        Optional.empty(),
                        pod.meta().labels(),
                        pod.meta().annotations());
        return new PodManifest(
                meta, pod.settings(), pod.initContainers(), pod.containers(), pod.volumes());
    }

    private static PodMeta meta(Fields meta) {
        return new PodMeta(
                meta.text("namespace", DEFAULT_NAMESPACE),
                meta.text("name", ""),
                meta.word("generateName"),
                meta.word("uid"),
                meta.textMap("labels"),
                meta.textMap("annotations"));
    }

    private static PodSettings settings(Fields spec) {
        var otherwise = PodSettings.DEFAULT;
        return new PodSettings(
                spec.text("restartPolicy")
                        .flatMap(RestartPolicy::ofWord)
                        .orElse(otherwise.restartPolicy()),
                spec.seconds("terminationGracePeriodSeconds").orElse(otherwise.grace()),
                spec.seconds("activeDeadlineSeconds"),
                spec.word("hostname"),
                spec.word("nodeName"),
                spec.text("serviceAccountName", serviceAccount(spec, otherwise)),
                spec.flag("enableServiceLinks", otherwise.enableServiceLinks()),
                sharing(spec),
                security(spec.in("securityContext")));
    }

    /// The field's name of long ago, which Kubernetes still reads.
    private static String serviceAccount(Fields spec, PodSettings otherwise) {
        return spec.text("serviceAccount", otherwise.serviceAccountName());
    }

    private static PodSharing sharing(Fields spec) {
        return new PodSharing(
                spec.flag("shareProcessNamespace", false),
                spec.flag("hostNetwork", false),
                spec.flag("hostPID", false),
                spec.flag("hostIPC", false));
    }

    private static PodSecurity security(Fields context) {
        return new PodSecurity(
                context.number("runAsUser"),
                context.number("runAsGroup"),
                context.flag("runAsNonRoot"),
                context.number("fsGroup"),
                context.items("supplementalGroups").stream()
                        .map(Fields::number)
                        .flatMap(Optional::stream)
                        .toList(),
                context.in("seccompProfile").word("type"));
    }
}
