package dev.bookend.agent;

import dev.bookend.lifecycle.ContainerSpec;
import dev.bookend.lifecycle.EnvFrom;
import dev.bookend.lifecycle.EnvValue;
import dev.bookend.lifecycle.Finding;
import dev.bookend.lifecycle.Handler;
import dev.bookend.lifecycle.HookKind;
import dev.bookend.lifecycle.PodManifest;
import dev.bookend.lifecycle.ProbeKind;
import dev.bookend.lifecycle.VolumeSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a pod asks for that plain processes cannot give. It is refused before anything starts.
public final class Unsupported {
    private static final String RULE = "process-runtime";

    private final PodManifest pod;
    private final List<Finding> findings = new ArrayList<>();

    private Unsupported(PodManifest pod) {
        this.pod = pod;
    }

    public static List<Finding> in(PodManifest pod) {
        var look = new Unsupported(pod);
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
        atEnv(path, container);
        for (var kind : HookKind.values()) {
            container
                    .lifecycle()
                    .hook(kind)
                    .ifPresent(hook -> atHandler(path + ".lifecycle." + kind.word(), hook));
        }
        for (var kind : ProbeKind.values()) {
            container
                    .probes()
                    .of(kind)
                    .ifPresent(
                            probe ->
                                    atHandler(path + "." + kind.word() + "Probe", probe.handler()));
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
            field(entry.value()).ifPresent(field -> missing(at + "." + field, entry.name()));
            if (entry.value() instanceof EnvValue.FieldRef(var field)
                    && new FieldValues(pod, "").of(field).isEmpty()) {
                refuse(
                        at + ".fieldRef.fieldPath",
                        field,
                        "\"%s\" is no field that can be asked for".formatted(field),
                        "use metadata.name, .namespace, .uid, .labels['…'], .annotations['…'],"
                            + " spec.nodeName, spec.serviceAccountName, status.podIP or .hostIP");
            }
        }
        for (var i = 0; i < container.envFrom().size(); i++) {
            var at = "%s.envFrom[%d].%s".formatted(path, i, field(container.envFrom().get(i)));
            missing(at, container.envFrom().get(i).name());
        }
    }

    private static Optional<String> field(EnvValue value) {
        return switch (value) {
            case EnvValue.Literal _, EnvValue.FieldRef _ -> Optional.empty();
            case EnvValue.ResourceFieldRef _ -> Optional.of("resourceFieldRef");
            case EnvValue.ConfigMapKeyRef _ -> Optional.of("configMapKeyRef");
            case EnvValue.SecretKeyRef _ -> Optional.of("secretKeyRef");
        };
    }

    private static String field(EnvFrom from) {
        return switch (from) {
            case EnvFrom.ConfigMapEnv _ -> "configMapRef";
            case EnvFrom.SecretEnv _ -> "secretRef";
        };
    }

    private void atHandler(String path, Handler handler) {
        switch (handler) {
            case Handler.Grpc(var port, _) -> missing(path + ".grpc", String.valueOf(port));
            case Handler.Exec _, Handler.HttpGet _, Handler.TcpSocket _, Handler.Sleep _ -> {}
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
                    medium.isEmpty() ? Optional.empty() : Optional.of("emptyDir.medium");
            case VolumeSource.HostPath _ -> Optional.empty();
            case VolumeSource.ConfigMapFiles _ -> Optional.of("configMap");
            case VolumeSource.SecretFiles _ -> Optional.of("secret");
            case VolumeSource.DownwardFiles _ -> Optional.of("downwardAPI");
            case VolumeSource.Projected _ -> Optional.of("projected");
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
