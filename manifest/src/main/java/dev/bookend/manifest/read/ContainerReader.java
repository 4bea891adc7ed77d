package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.ContainerPort;
import dev.bookend.lifecycle.pod.ContainerSecurity;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.Resources;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.pod.TerminationMessage;
import dev.bookend.lifecycle.pod.VolumeMount;

/// Reads a container.
final class ContainerReader {
    private ContainerReader() {}

    static ContainerSpec container(Fields container) {
        return new ContainerSpecDraft(container.text("name", ""))
                .image(container.text("image"))
                .command(container.texts("command"))
                .args(container.texts("args"))
                .workingDir(container.word("workingDir"))
                .ports(container.each("ports", ContainerReader::port))
                .env(container.each("env", EnvReader::variable))
                .envFrom(EnvReader.sources(container))
                .resources(resources(container.in("resources")))
                .mounts(container.each("volumeMounts", ContainerReader::mount))
                .probes(HandlerReader.probes(container))
                .lifecycle(HandlerReader.lifecycle(container.in("lifecycle")))
                .restartPolicy(container.text("restartPolicy").flatMap(RestartPolicy::ofWord))
                .security(security(container.in("securityContext")))
                .terminationMessage(terminationMessage(container))
                .tty(container.flag("tty", false))
                .spec();
    }

    private static ContainerPort port(Fields port) {
        return new ContainerPort(
                port.integer("containerPort").orElse(0),
                port.word("name"),
                port.text("protocol", "TCP"),
                port.integer("hostPort").filter(it -> it != 0));
    }

    private static Resources resources(Fields resources) {
        return new Resources(resources.quantities("requests"), resources.quantities("limits"));
    }

    private static VolumeMount mount(Fields mount) {
        return new VolumeMount(
                mount.text("name", ""),
                mount.text("mountPath", ""),
                mount.flag("readOnly", false),
                mount.word("subPath"),
                mount.word("subPathExpr"));
    }

    private static ContainerSecurity security(Fields context) {
        return new ContainerSecurity(
                context.number("runAsUser"),
                context.number("runAsGroup"),
                context.flag("runAsNonRoot"),
                context.flag("privileged"),
                context.flag("allowPrivilegeEscalation"),
                context.flag("readOnlyRootFilesystem"),
                context.in("capabilities").texts("add"),
                context.in("capabilities").texts("drop"),
                context.in("seccompProfile").word("type"));
    }

    private static TerminationMessage terminationMessage(Fields container) {
        return new TerminationMessage(
                container.text("terminationMessagePath", TerminationMessage.DEFAULT.path()),
                container
                        .text("terminationMessagePolicy")
                        .filter("FallbackToLogsOnError"::equals)
                        .isPresent());
    }
}
