package dev.bookend.agent.container;

import dev.bookend.agent.environment.FieldValues;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.state.Machine;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.rules.Finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a pod asks for that plain processes cannot give. It is refused before anything starts.
public final class Unsupported {
    private static final String RULE = "process-runtime";
    private static final List<String> PROFILES = List.of("RuntimeDefault", "Unconfined");

    private final PodManifest pod;
    private final List<Finding> findings = new ArrayList<>();

    private Unsupported(PodManifest pod) {
        this.pod = pod;
    }

    public static List<Finding> in(PodManifest pod) {
        var look = new Unsupported(pod);
        look.atProfile("spec", pod.settings().security().seccompProfile());
        look.atContainers("spec.initContainers", pod.initContainers());
        look.atContainers("spec.containers", pod.containers());
        look.atVolumes();
        return List.copyOf(look.findings);
    }

    private void atContainers(String path, List<ContainerSpec> containers) {
        for (var i = 0; i < containers.size(); i++) {
            atContainer("%s[%d]".formatted(path, i), containers.get(i));
        }
    }

    private void atContainer(String path, ContainerSpec container) {
        if (container.command().isEmpty()) {
            refuse(
                    path + ".command",
                    container.image().orElse(""),
                    "container %s has no command, and its image is not used"
                            .formatted(container.name()),
                    "write the command, or run it with --runtime containerd");
        }
        atUser(path, container);
        atProfile(path, container.security().seccompProfile());
        atMounts(path, container);
        atEnv(path, container);
    }

    /// The root is made before volumes are, so that one in its place would not be seen.
    private void atMounts(String path, ContainerSpec container) {
        for (var i = 0; i < container.mounts().size(); i++) {
            var target = container.mounts().get(i).mountPath();
            if (!target.isEmpty() && target.replace("/", "").isEmpty()) {
                refuse(
                        "%s.volumeMounts[%d].mountPath".formatted(path, i),
                        target,
                        "a volume cannot take the place of the root",
                        "mount it at a directory below /");
            }
        }
    }

    private void atProfile(String path, Optional<String> type) {
        if (type.isPresent() && !PROFILES.contains(type.get())) {
            refuse(
                    path + ".securityContext.seccompProfile.type",
                    type.get(),
                    "there is no seccomp profile %s here, and files of profiles are not read"
                            .formatted(type.get()),
                    "use one of " + String.join(", ", PROFILES));
        }
    }

    private void atUser(String path, ContainerSpec container) {
        var security = pod.settings().security();
        var user = container.security().runAsUser().or(security::runAsUser);
        var nonRoot = container.security().runAsNonRoot().or(security::runAsNonRoot);
        if (nonRoot.orElse(false) && user.orElseGet(Machine::user) == 0) {
            refuse(
                    path + ".securityContext.runAsNonRoot",
                    "true",
                    "container %s must not run as root, and would".formatted(container.name()),
                    "set runAsUser to another user's number");
        }
    }

    private void atEnv(String path, ContainerSpec container) {
        for (var i = 0; i < container.env().size(); i++) {
            var entry = container.env().get(i);
            var at = "%s.env[%d].valueFrom".formatted(path, i);
            if (entry.value() instanceof EnvValue.FieldRef(var field)
                    && new FieldValues(pod, "", PodObjects.NONE).of(field).isEmpty()) {
                refuse(
                        at + ".fieldRef.fieldPath",
                        field,
                        "\"%s\" is no field that can be asked for".formatted(field),
                        "use metadata.name, .namespace, .uid, .labels['…'], .annotations['…'],"
                            + " spec.nodeName, spec.serviceAccountName, status.podIP or .hostIP");
            }
        }
    }

    private void atVolumes() {
        for (var i = 0; i < pod.volumes().size(); i++) {
            var path = "spec.volumes[%d]".formatted(i);
            var volume = pod.volumes().get(i);
            field(volume.source()).ifPresent(field -> missing(path + "." + field, volume.name()));
        }
    }

    private static Optional<String> field(VolumeSource source) {
        return switch (source) {
            case VolumeSource.EmptyDir(var medium, _) ->
                    medium.isEmpty() || medium.equals("Memory")
                            ? Optional.empty()
                            : Optional.of("emptyDir.medium");
            case VolumeSource.HostPath _,
                    VolumeSource.ConfigMapFiles _,
                    VolumeSource.SecretFiles _,
                    VolumeSource.DownwardFiles _ ->
                    Optional.empty();
            case VolumeSource.Projected(var sources, _) ->
                    sources.stream()
                            .map(Unsupported::field)
                            .flatMap(Optional::stream)
                            .findFirst()
                            .map("projected.sources."::concat);
            case VolumeSource.Other(var kind) -> Optional.of(kind);
        };
    }

    private void missing(String path, String value) {
        var field = path.substring(path.lastIndexOf('.') + 1);
        refuse(
                path,
                value,
                field + " is not supported here yet",
                "leave it out, or run the pod in a cluster");
    }

    private void refuse(String path, String value, String says, String hint) {
        findings.add(Finding.error(path, value, RULE, says, hint));
    }
}
