package dev.bookend.agent;

import static dev.bookend.agent.TestPods.container;
import static dev.bookend.agent.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.ContainerSecurity;
import dev.bookend.lifecycle.ContainerSpecDraft;
import dev.bookend.lifecycle.EnvFrom;
import dev.bookend.lifecycle.EnvValue;
import dev.bookend.lifecycle.EnvVar;
import dev.bookend.lifecycle.Finding;
import dev.bookend.lifecycle.Handler;
import dev.bookend.lifecycle.PodManifest;
import dev.bookend.lifecycle.Probe;
import dev.bookend.lifecycle.Probes;
import dev.bookend.lifecycle.RestartPolicy;
import dev.bookend.lifecycle.Volume;
import dev.bookend.lifecycle.VolumeSource;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class UnsupportedTest {
    @Test
    void anOrdinaryPodIsFine() {
        assertThat(Unsupported.in(pod(RestartPolicy.ALWAYS, container("app", "serve")))).isEmpty();
    }

    @Test
    void aContainerWithoutCommandIsToldTheRemedy() {
        var app = container("app", "serve").command(List.of()).image(Optional.of("nginx"));
        assertThat(Unsupported.in(pod(RestartPolicy.ALWAYS, app)))
                .singleElement()
                .extracting(Finding::sentence)
                .asString()
                .startsWith("spec.containers[0].command: container app has no command")
                .contains("--runtime containerd");
    }

    @Test
    void referencesToOtherObjectsAreRefusedByTheirField() {
        var app =
                container("app", "serve")
                        .env(
                                List.of(
                                        env(new EnvValue.ConfigMapKeyRef("m", "k", false)),
                                        env(new EnvValue.SecretKeyRef("s", "k", false)),
                                        env(new EnvValue.ResourceFieldRef("", "limits.cpu", "")),
                                        env(new EnvValue.FieldRef("status.phase"))))
                        .envFrom(List.of(new EnvFrom.ConfigMapEnv("", "m", false)));
        assertThat(paths(app))
                .containsExactly(
                        "spec.containers[0].env[0].valueFrom.configMapKeyRef",
                        "spec.containers[0].env[1].valueFrom.secretKeyRef",
                        "spec.containers[0].env[2].valueFrom.resourceFieldRef",
                        "spec.containers[0].env[3].valueFrom.fieldRef.fieldPath",
                        "spec.containers[0].envFrom[0].configMapRef");
    }

    @Test
    void grpcProbesAreRefused() {
        var probes =
                new Probes(
                        Optional.empty(),
                        Optional.of(Probe.of(new Handler.Grpc(80, ""))),
                        Optional.empty());
        assertThat(paths(container("app", "serve").probes(probes)))
                .containsExactly("spec.containers[0].livenessProbe.grpc");
    }

    @Test
    void rootIsRefusedWhereItMustNotBe() {
        var security =
                new ContainerSecurity(
                        Optional.of(0L),
                        Optional.empty(),
                        Optional.of(true),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of());
        assertThat(paths(container("app", "serve").security(security)))
                .containsExactly("spec.containers[0].securityContext.runAsNonRoot");
    }

    @Test
    void volumesOfOtherKindsAreRefused() {
        var base = pod(RestartPolicy.ALWAYS, container("app", "serve"));
        var volumes =
                List.of(
                        new Volume("a", new VolumeSource.EmptyDir("", Optional.empty())),
                        new Volume("b", new VolumeSource.EmptyDir("Memory", Optional.empty())),
                        new Volume("c", new VolumeSource.Other("nfs")),
                        new Volume(
                                "d",
                                new VolumeSource.SecretFiles(
                                        "s", List.of(), Optional.empty(), false)));
        var pod =
                new PodManifest(
                        base.meta(),
                        base.settings(),
                        base.initContainers(),
                        base.containers(),
                        volumes);
        assertThat(Unsupported.in(pod))
                .extracting(Finding::path)
                .containsExactly(
                        "spec.volumes[1].emptyDir.medium",
                        "spec.volumes[2].nfs",
                        "spec.volumes[3].secret");
    }

    private static EnvVar env(EnvValue value) {
        return new EnvVar("X", value);
    }

    private static List<String> paths(ContainerSpecDraft app) {
        return Unsupported.in(pod(RestartPolicy.ALWAYS, app)).stream().map(Finding::path).toList();
    }
}
