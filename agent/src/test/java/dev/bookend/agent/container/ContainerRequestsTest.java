package dev.bookend.agent.container;

import static dev.bookend.agent.charge.TestPods.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeMount;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public class ContainerRequestsTest {
    private static final Attempt APP = new Attempt(new ContainerName("app"), 1);

    @TempDir Path directory;
    private ProcessRuntime runtime;

    @BeforeEach
    void open() throws Exception {
        runtime = ProcessRuntime.open(Places.below(directory), Isolation.NONE);
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    /// Shows ENV-1.
    @Test
    void theEnvironmentIsTheManifestsAndNothingElse() throws Exception {
        var app =
                container("app", "serve")
                        .env(
                                List.of(
                                        literal("A", "1"),
                                        literal("B", "$(A)-$(LATER)"),
                                        literal("LATER", "3"),
                                        field("NAME", "metadata.name"),
                                        field("TIER", "metadata.labels['tier']"),
                                        field("NONE", "metadata.labels['none']"),
                                        field("UID", "metadata.uid")));
        var env = requests(pod(app)).request(APP).env();
        assertThat(env)
                .containsOnlyKeys(
                        "PATH",
                        "HOME",
                        "HOSTNAME",
                        "A",
                        "B",
                        "LATER",
                        "NAME",
                        "TIER",
                        "NONE",
                        "UID")
                .containsEntry("HOSTNAME", "web")
                .containsEntry("B", "1-$(LATER)")
                .containsEntry("NAME", "web")
                .containsEntry("TIER", "front")
                .containsEntry("NONE", "")
                .containsEntry("UID", "uid-1");
    }

    /// Shows ENV-1.
    @Test
    void commandAndArgumentsExpandOverTheWholeEnvironment() throws Exception {
        var app =
                container("app", "serve $(PORT)")
                        .args(List.of("$(PORT)", "$$(PORT)", "$(HOSTNAME)"))
                        .env(List.of(literal("PORT", "80")));
        assertThat(requests(pod(app)).request(APP).command())
                .containsExactly("serve", "80", "80", "$(PORT)", "$(HOSTNAME)");
    }

    @Test
    void anEmptyDirIsOpenToAllAndStays() throws Exception {
        var requests = requests(pod(mounting("data", "/data", Optional.empty()), emptyDir("data")));
        var mount = requests.request(APP).mounts().getFirst();
        Files.writeString(mount.source().resolve("kept"), "yes");
        assertThat(Files.getPosixFilePermissions(mount.source()))
                .contains(PosixFilePermission.OTHERS_WRITE);
        assertThat(requests.request(APP).mounts().getFirst()).isEqualTo(mount);
        assertThat(mount.source().resolve("kept")).exists();
    }

    @Test
    void aSubPathIsLeftToTheRuntime() throws Exception {
        var app = mounting("data", "/data", Optional.of("a/b"));
        var mount = requests(pod(app, emptyDir("data"))).request(APP).mounts().getFirst();
        assertThat(mount.source()).endsWithRaw(Path.of("data")).isDirectory();
        assertThat(mount.sub()).contains("a/b");
    }

    @Test
    void aSubPathMayNameVariables() throws Exception {
        var app = expression("logs/$(NAME)").env(List.of(field("NAME", "metadata.name")));
        var requests = requests(pod(app, emptyDir("data")));
        assertThat(requests.request(APP).mounts().getFirst().sub()).contains("logs/web");
        assertThatThrownBy(
                        () -> requests(pod(expression("$(NONE)"), emptyDir("data"))).request(APP))
                .hasMessageContaining("\"$(NONE)\" names a variable that is not set");
    }

    private static ContainerSpecDraft expression(String text) {
        return container("app", "serve")
                .mounts(
                        List.of(
                                new VolumeMount(
                                        "data", "/d", false, Optional.empty(), Optional.of(text))));
    }

    @ParameterizedTest
    @CsvSource({"../up", "/etc", "a/../../up"})
    void aSubPathThatLeavesItsVolumeIsRefused(String sub) {
        var app = mounting("data", "/data", Optional.of(sub));
        assertThatThrownBy(() -> requests(pod(app, emptyDir("data"))).request(APP))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("leads out of volume data");
    }

    @Test
    void hostPathsAreCheckedByTheirType() throws Exception {
        var file = Files.writeString(directory.resolve("file"), "x");
        assertThat(hostPath(file, "File").source()).isEqualTo(file);
        assertThat(hostPath(file, "").source()).isEqualTo(file);
        assertThat(hostPath(directory, "Directory").source()).isEqualTo(directory);
        assertThat(hostPath(directory.resolve("new"), "DirectoryOrCreate").source()).isDirectory();
        assertThat(hostPath(directory.resolve("empty"), "FileOrCreate").source()).isRegularFile();
        assertThat(hostPath(Path.of("/dev/null"), "CharDevice").source()).exists();
        assertThatThrownBy(() -> hostPath(file, "Directory"))
                .hasMessageContaining("is not of type Directory");
        assertThatThrownBy(() -> hostPath(file, "Socket"))
                .hasMessageContaining("is not of type Socket");
        assertThatThrownBy(() -> hostPath(directory.resolve("none"), ""))
                .hasMessageContaining("is not there");
    }

    private Mount hostPath(Path path, String type) throws StartRefused {
        var volume = new Volume("host", new VolumeSource.HostPath(path.toString(), type));
        return requests(pod(mounting("host", "/h", Optional.empty()), volume))
                .request(APP)
                .mounts()
                .getFirst();
    }

    private static Volume emptyDir(String name) {
        return new Volume(name, new VolumeSource.EmptyDir("", Optional.empty()));
    }

    private static ContainerSpecDraft mounting(String volume, String path, Optional<String> sub) {
        return container("app", "serve")
                .mounts(List.of(new VolumeMount(volume, path, false, sub, Optional.empty())));
    }

    private static EnvVar literal(String name, String value) {
        return new EnvVar(name, new EnvValue.Literal(value));
    }

    private static EnvVar field(String name, String path) {
        return new EnvVar(name, new EnvValue.FieldRef(path));
    }

    private ContainerRequests requests(PodManifest pod) {
        return new ContainerRequests(
                pod,
                "uid-1",
                new VolumePlaces(directory.resolve("volumes"), Optional.empty(), runtime.files()),
                PodObjects.NONE);
    }

    private static PodManifest pod(ContainerSpecDraft app, Volume... volumes) {
        var meta =
                new PodMeta(
                        "default",
                        "web",
                        Optional.empty(),
                        Optional.empty(),
                        Map.of("tier", "front"),
                        Map.of());
        return new PodManifest(
                meta, PodSettings.DEFAULT, List.of(), List.of(app.spec()), List.of(volumes));
    }
}
