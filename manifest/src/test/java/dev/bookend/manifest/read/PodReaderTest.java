package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.bookend.lifecycle.pod.ContainerPort;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvFrom;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeMount;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads `full.yaml`, which uses every field that Bookend knows.
class PodReaderTest {
    private final ManifestFile file = read();
    private final PodManifest pod = file.pods().getFirst().pod();
    private final ContainerSpec app = pod.containers().getFirst();

    private static ManifestFile read() {
        try {
            var text = Files.readString(Path.of("src/test/resources/full.yaml"));
            return ManifestReader.read("full.yaml", text);
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }

    @Test
    void nothingIsWrongWithIt() {
        assertThat(new ManifestJudge(Home.EMBEDDED, Set.of()).judge(file).findings()).isEmpty();
    }

    @Test
    void readsMetadata() {
        assertThat(pod.meta().podName()).hasToString("shop/web");
        assertThat(pod.meta().labels()).containsExactly(Map.entry("app", "web"));
        assertThat(pod.meta().annotations()).containsEntry("bookend.dev/sidecars", "proxy");
    }

    @Test
    void readsSettings() {
        var settings = pod.settings();
        assertThat(settings.restartPolicy()).isEqualTo(RestartPolicy.ON_FAILURE);
        assertThat(settings.grace()).isEqualTo(Duration.ofSeconds(45));
        assertThat(settings.activeDeadline()).contains(Duration.ofHours(1));
        assertThat(settings.hostname()).contains("front");
        assertThat(settings.serviceAccountName()).isEqualTo("robot");
        assertThat(settings.enableServiceLinks()).isFalse();
        assertThat(settings.sharing()).isEqualTo(new PodSharing(true, true, false, false));
        assertThat(settings.security().supplementalGroups()).containsExactly(5L, 6L);
    }

    @Test
    void readsTheProgram() {
        assertThat(app.image()).contains("app:1");
        assertThat(app.command()).containsExactly("sh", "-c");
        assertThat(app.args()).containsExactly("sleep 1");
        assertThat(app.workingDir()).contains("/srv");
        assertThat(app.tty()).isTrue();
        assertThat(app.terminationMessage().fallbackToLogs()).isTrue();
        assertThat(app.ports())
                .containsExactly(
                        new ContainerPort(80, Optional.of("http"), "TCP", Optional.empty()),
                        new ContainerPort(53, Optional.empty(), "UDP", Optional.of(5353)));
        assertThat(app.resources().limits())
                .containsEntry("cpu", "1")
                .containsEntry("memory", "1Gi");
        assertThat(app.security().runAsUser()).contains(1000L);
        assertThat(app.security().droppedCapabilities()).containsExactly("ALL");
    }

    @Test
    void readsTheEnvironment() {
        assertThat(app.env())
                .containsExactly(
                        new EnvVar("A", new EnvValue.Literal("1")),
                        new EnvVar("EMPTY", new EnvValue.Literal("")),
                        new EnvVar("NAME", new EnvValue.FieldRef("metadata.name")),
                        new EnvVar("CPU", new EnvValue.ResourceFieldRef("app", "limits.cpu", "1m")),
                        new EnvVar("C", new EnvValue.ConfigMapKeyRef("c", "k", true)),
                        new EnvVar("S", new EnvValue.SecretKeyRef("s", "k", false)));
        assertThat(app.envFrom())
                .containsExactly(
                        new EnvFrom.ConfigMapEnv("P_", "c", false),
                        new EnvFrom.SecretEnv("", "s", true));
    }

    @Test
    void readsProbesAndHooks() {
        var http =
                new Handler.HttpGet(
                        "HTTPS",
                        Optional.of("localhost"),
                        new PortRef.Name("http"),
                        "/ready",
                        List.of(new Handler.Header("X-A", "b")));
        assertThat(app.probes().readiness()).contains(full(http));
        assertThat(app.probes().liveness()).contains(Probe.of(new Handler.Grpc(9000, "health")));
        assertThat(app.probes().startup())
                .contains(
                        Probe.of(new Handler.TcpSocket(Optional.empty(), new PortRef.Number(80))));
        assertThat(app.lifecycle().postStart()).contains(new Handler.Exec(List.of("true")));
        assertThat(app.lifecycle().preStop()).contains(new Handler.Sleep(Duration.ofSeconds(3)));
        assertThat(app.lifecycle().stopSignal()).contains("SIGUSR1");
        assertThat(pod.containers().get(1).lifecycle().type()).contains("Sidecar");
    }

    private static Probe full(Handler handler) {
        return new Probe(
                handler,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(3),
                4,
                5,
                Optional.empty());
    }

    @Test
    void readsVolumes() {
        var mode = Optional.of(0644);
        var items = List.of(new VolumeSource.KeyPath("k", "p", Optional.of(0600)));
        var files = new VolumeSource.ConfigMapFiles("c", items, mode, true);
        assertThat(pod.volumes())
                .containsExactly(
                        new Volume("plain", new VolumeSource.EmptyDir("", Optional.empty())),
                        new Volume(
                                "memory", new VolumeSource.EmptyDir("Memory", Optional.of("1Mi"))),
                        new Volume("host", new VolumeSource.HostPath("/tmp", "Directory")),
                        new Volume("config", files),
                        new Volume("claim", new VolumeSource.Other("persistentVolumeClaim")),
                        new Volume("downward", downward()),
                        new Volume(
                                "all",
                                new VolumeSource.Projected(
                                        List.of(secret(), downward()), Optional.empty())));
        assertThat(app.mounts())
                .containsExactly(
                        new VolumeMount("host", "/h", true, Optional.of("a"), Optional.empty()));
    }

    private static VolumeSource secret() {
        return new VolumeSource.SecretFiles("s", List.of(), Optional.empty(), false);
    }

    private static VolumeSource downward() {
        var item =
                new VolumeSource.DownwardItem(
                        "labels", new EnvValue.FieldRef("metadata.labels"), Optional.empty());
        return new VolumeSource.DownwardFiles(List.of(item), Optional.empty());
    }

    @Test
    void readsInitContainers() {
        assertThat(pod.initContainers()).hasSize(1);
        assertThat(pod.initContainers().getFirst().restartPolicy()).contains(RestartPolicy.ALWAYS);
    }

    @Test
    void readsTheSamePodFromJson() {
        var json = file.pods().getFirst().json();
        assertThat(ManifestReader.read("api", json).pods().getFirst().pod()).isEqualTo(pod);
        assertThat(ManifestReader.read("file", json.line()).pods().getFirst().pod()).isEqualTo(pod);
    }

    @Test
    void keepsOtherObjects() {
        assertThat(file.others())
                .singleElement()
                .matches(it -> it.kind().equals("ConfigMap") && it.name().equals("c"));
        var data = file.others().getFirst().json().at("data", "k");
        assertThat(data).contains(Json.of("v"));
    }

    @Test
    void aWorkloadLendsItsNameToItsPod() {
        var job =
                ManifestReader.read(
                        "a",
                        """
                        apiVersion: batch/v1
                        kind: CronJob
                        metadata: {name: nightly, namespace: shop}
                        spec:
                          schedule: "@daily"
                          jobTemplate:
                            spec:
                              template:
                                metadata: {name: other, labels: {a: b}}
                                spec: {restartPolicy: Never, containers: [{name: a, image: a}]}
                        """);
        assertThat(job.findings()).isEmpty();
        var document = job.pods().getFirst();
        assertThat(document.kind()).isEqualTo(WorkloadKind.CRON_JOB);
        assertThat(document.pod().meta().podName()).hasToString("shop/nightly");
        assertThat(document.pod().meta().labels()).containsEntry("a", "b");
        assertThat(document.json().at("spec").flatMap(it -> it.text("schedule")))
                .contains("@daily");
    }

    @Test
    void anchorsAndMergeKeysAreUnderstood() {
        var file =
                ManifestReader.read(
                        "a",
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: a}
                        spec:
                          containers:
                          - &base {name: a, image: a:1, command: [x]}
                          - {<<: *base, name: b}
                        """);
        assertThat(file.findings()).isEmpty();
        assertThat(file.pods().getFirst().pod().containers())
                .extracting(ContainerSpec::name, it -> it.image().orElse(""))
                .containsExactly(tuple("a", "a:1"), tuple("b", "a:1"));
    }
}
