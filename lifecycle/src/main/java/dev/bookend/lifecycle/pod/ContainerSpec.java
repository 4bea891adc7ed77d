package dev.bookend.lifecycle.pod;

import java.util.List;
import java.util.Optional;

/// One container as its author wrote it.
public record ContainerSpec(
        String name,
        Optional<String> image,
        List<String> command,
        List<String> args,
        Optional<String> workingDir,
        List<ContainerPort> ports,
        List<EnvVar> env,
        List<EnvFrom> envFrom,
        Resources resources,
        List<VolumeMount> mounts,
        Probes probes,
        Lifecycle lifecycle,
        Optional<RestartPolicy> restartPolicy,
        ContainerSecurity security,
        TerminationMessage terminationMessage,
        boolean tty) {
    public ContainerSpec {
        command = List.copyOf(command);
        args = List.copyOf(args);
        ports = List.copyOf(ports);
        env = List.copyOf(env);
        envFrom = List.copyOf(envFrom);
        mounts = List.copyOf(mounts);
    }

    public static ContainerSpec named(String name) {
        return new ContainerSpecDraft(name).spec();
    }

    /// Whether it is a native sidecar if it stands among the init containers.
    public boolean isNative() {
        return restartPolicy.filter(RestartPolicy.ALWAYS::equals).isPresent();
    }

    public ContainerSpecDraft edit() {
        return new ContainerSpecDraft(this);
    }
}
