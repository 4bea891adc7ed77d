package dev.bookend.agent.container;

import static dev.bookend.agent.charge.TestPods.container;
import static dev.bookend.agent.charge.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.ContainerSecurity;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeMount;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.rules.Finding;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void fieldsThatCannotBeAskedForAreRefused() {
        var app =
                container("app", "serve").env(List.of(env(new EnvValue.FieldRef("status.phase"))));
        assertThat(paths(app))
                .containsExactly("spec.containers[0].env[0].valueFrom.fieldRef.fieldPath");
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
                        List.of(),
                        Optional.empty());
        assertThat(paths(container("app", "serve").security(security)))
                .containsExactly("spec.containers[0].securityContext.runAsNonRoot");
    }

    @ParameterizedTest
    @CsvSource({"RuntimeDefault, 0", "Unconfined, 0", "Localhost, 1", "runtimedefault, 1"})
    void aSeccompProfileMustBeOneThatIsKnown(String type, int findings) {
        var none = ContainerSecurity.NONE;
        var security =
                new ContainerSecurity(
                        none.runAsUser(),
                        none.runAsGroup(),
                        none.runAsNonRoot(),
                        none.privileged(),
                        none.allowPrivilegeEscalation(),
                        none.readOnlyRootFilesystem(),
                        List.of(),
                        List.of(),
                        Optional.of(type));
        assertThat(paths(container("app", "serve").security(security)))
                .hasSize(findings)
                .allMatch("spec.containers[0].securityContext.seccompProfile.type"::equals);
    }

    @Test
    void aVolumeInPlaceOfTheRootIsRefused() {
        var none = Optional.<String>empty();
        var mounts =
                List.of(
                        new VolumeMount("v", "/data", false, none, none),
                        new VolumeMount("v", "//", false, none, none));
        assertThat(paths(container("app", "serve").mounts(mounts)))
                .containsExactly("spec.containers[0].volumeMounts[1].mountPath");
    }

    @Test
    void volumesOfOtherKindsAreRefused() {
        var base = pod(RestartPolicy.ALWAYS, container("app", "serve"));
        var token = new VolumeSource.Other("serviceAccountToken");
        var volumes =
                List.of(
                        new Volume("a", new VolumeSource.EmptyDir("", Optional.empty())),
                        new Volume("b", new VolumeSource.EmptyDir("HugePages", Optional.empty())),
                        new Volume("c", new VolumeSource.Other("nfs")),
                        new Volume(
                                "d", new VolumeSource.Projected(List.of(token), Optional.empty())),
                        new Volume("e", new VolumeSource.EmptyDir("Memory", Optional.empty())));
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
                        "spec.volumes[3].projected.sources.serviceAccountToken");
    }

    private static EnvVar env(EnvValue value) {
        return new EnvVar("X", value);
    }

    private static List<String> paths(ContainerSpecDraft app) {
        return Unsupported.in(pod(RestartPolicy.ALWAYS, app)).stream().map(Finding::path).toList();
    }
}
