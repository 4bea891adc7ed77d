package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.pod.RestartPolicy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Kubernetes' own rules for one container.
final class ContainerRules {
    private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");
    private final Findings findings;
    private final String path;
    private final ContainerSpec container;
    private final boolean init;

    ContainerRules(Findings findings, String path, ContainerSpec container, boolean init) {
        this.findings = findings;
        this.path = path;
        this.container = container;
        this.init = init;
    }

    void judge(PodManifest pod, Home home) {
        judgeImage(home);
        judgePorts();
        new EnvRules(findings, pod).judge(path, container);
        new MountRules(findings, path).judge(container.mounts(), pod.volumes());
        new ResourceRules(findings, path + ".resources").judge(container.resources());
        judgeRestartPolicy(home);
        if (init && !isNativeSidecar()) {
            forbidOnInit();
        } else {
            new ProbeRules(findings, path).judge(container);
            new HookRules(findings, path + ".lifecycle").judge(container, pod.settings().grace());
        }
    }

    private void judgeImage(Home home) {
        var image = container.image().orElse("");
        if (image.isBlank()) {
            var missing =
                    Finding.error(
                            path + ".image",
                            image,
                            Findings.RULE,
                            "Required value by Kubernetes",
                            "name an image to use this pod in a cluster; the process runtime needs"
                                    + " none");
            findings.add(
                    switch (home) {
                        case EMBEDDED -> missing.asWarning();
                        case CLUSTER -> missing;
                    });
        } else if (!image.strip().equals(image)) {
            findings.invalid(
                    path + ".image",
                    image,
                    "must not have leading or trailing whitespace",
                    "write " + image.strip());
        }
    }

    private void judgePorts() {
        var names = new HashSet<String>();
        for (var i = 0; i < container.ports().size(); i++) {
            var port = container.ports().get(i);
            var at = "%s.ports[%d]".formatted(path, i);
            NumberRules.port(findings, at + ".containerPort", port.port());
            port.hostPort().ifPresent(it -> NumberRules.port(findings, at + ".hostPort", it));
            port.name().ifPresent(it -> judgePortName(at + ".name", it, names));
            if (!PROTOCOLS.contains(port.protocol())) {
                findings.unsupported(
                        at + ".protocol", port.protocol(), PROTOCOLS, "leave it out for TCP");
            }
        }
    }

    private void judgePortName(String at, String name, Set<String> names) {
        NameRules.portName(findings, at, name);
        if (!names.add(name)) {
            findings.duplicate(at, name, "give each port of the container a name of its own");
        }
    }

    /// A cluster has rules of its own for the policy of one container, by version (KEP-5307).
    private void judgeRestartPolicy(Home home) {
        if (home == Home.CLUSTER) {
            return;
        }
        if (init
                && container.restartPolicy().filter(it -> it != RestartPolicy.ALWAYS).isPresent()) {
            findings.unsupported(
                    path + ".restartPolicy",
                    container.restartPolicy().get().word(),
                    List.of("Always"),
                    "write Always for a native sidecar, or leave the field out");
        }
        if (!init && container.restartPolicy().isPresent()) {
            findings.forbidden(
                    path + ".restartPolicy",
                    "may not be set for non-init containers",
                    "use spec.restartPolicy, or lifecycle.type: Sidecar for a sidecar");
        }
    }

    private boolean isNativeSidecar() {
        return init && container.restartPolicy().filter(RestartPolicy.ALWAYS::equals).isPresent();
    }

    private void forbidOnInit() {
        for (var kind : ProbeKind.values()) {
            if (container.probes().of(kind).isPresent()) {
                forbidOnInit(kind.word() + "Probe");
            }
        }
        for (var kind : HookKind.values()) {
            if (container.lifecycle().hook(kind).isPresent()) {
                forbidOnInit("lifecycle." + kind.word());
            }
        }
        if (container.lifecycle().stopSignal().isPresent()) {
            forbidOnInit("lifecycle.stopSignal");
        }
    }

    private void forbidOnInit(String field) {
        findings.forbidden(
                path + "." + field,
                "may not be set for init containers without restartPolicy=Always",
                "remove it, or make the container a native sidecar with restartPolicy: Always");
    }
}
