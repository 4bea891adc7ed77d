package dev.bookend.lifecycle.pod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A container's spec while it is put together field by field.
public final class ContainerSpecDraft {
    private final String name;
    private Optional<String> image = Optional.empty();
    private List<String> command = List.of();
    private List<String> args = List.of();
    private Optional<String> workingDir = Optional.empty();
    private List<ContainerPort> ports = List.of();
    private List<EnvVar> env = new ArrayList<>();
    private List<EnvFrom> envFrom = List.of();
    private Resources resources = Resources.NONE;
    private List<VolumeMount> mounts = List.of();
    private Probes probes = Probes.NONE;
    private Lifecycle lifecycle = Lifecycle.NONE;
    private Optional<RestartPolicy> restartPolicy = Optional.empty();
    private ContainerSecurity security = ContainerSecurity.NONE;
    private TerminationMessage terminationMessage = TerminationMessage.DEFAULT;
    private boolean tty;

    public ContainerSpecDraft(String name) {
        this.name = name;
    }

    public ContainerSpecDraft(ContainerSpec spec) {
        name = spec.name();
        image = spec.image();
        command = spec.command();
        args = spec.args();
        workingDir = spec.workingDir();
        ports = spec.ports();
        env = new ArrayList<>(spec.env());
        envFrom = spec.envFrom();
        resources = spec.resources();
        mounts = spec.mounts();
        probes = spec.probes();
        lifecycle = spec.lifecycle();
        restartPolicy = spec.restartPolicy();
        security = spec.security();
        terminationMessage = spec.terminationMessage();
        tty = spec.tty();
    }

    public ContainerSpec spec() {
        return new ContainerSpec(
                name,
                image,
                command,
                args,
                workingDir,
                ports,
                env,
                envFrom,
                resources,
                mounts,
                probes,
                lifecycle,
                restartPolicy,
                security,
                terminationMessage,
                tty);
    }

    public ContainerSpecDraft image(Optional<String> value) {
        image = value;
        return this;
    }

    public ContainerSpecDraft command(List<String> value) {
        command = value;
        return this;
    }

    public ContainerSpecDraft args(List<String> value) {
        args = value;
        return this;
    }

    public ContainerSpecDraft workingDir(Optional<String> value) {
        workingDir = value;
        return this;
    }

    public ContainerSpecDraft ports(List<ContainerPort> value) {
        ports = value;
        return this;
    }

    public ContainerSpecDraft env(List<EnvVar> value) {
        env = new ArrayList<>(value);
        return this;
    }

    public ContainerSpecDraft env(String variable, String value) {
        env.add(new EnvVar(variable, new EnvValue.Literal(value)));
        return this;
    }

    public ContainerSpecDraft envFrom(List<EnvFrom> value) {
        envFrom = value;
        return this;
    }

    public ContainerSpecDraft resources(Resources value) {
        resources = value;
        return this;
    }

    public ContainerSpecDraft mounts(List<VolumeMount> value) {
        mounts = value;
        return this;
    }

    public ContainerSpecDraft probes(Probes value) {
        probes = value;
        return this;
    }

    public ContainerSpecDraft lifecycle(Lifecycle value) {
        lifecycle = value;
        return this;
    }

    public ContainerSpecDraft restartPolicy(Optional<RestartPolicy> value) {
        restartPolicy = value;
        return this;
    }

    public ContainerSpecDraft security(ContainerSecurity value) {
        security = value;
        return this;
    }

    public ContainerSpecDraft terminationMessage(TerminationMessage value) {
        terminationMessage = value;
        return this;
    }

    public ContainerSpecDraft tty(boolean value) {
        tty = value;
        return this;
    }
}
