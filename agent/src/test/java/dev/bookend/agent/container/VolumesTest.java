package dev.bookend.agent.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.agent.environment.GivenObjects;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

class VolumesTest {
    private static final Attempt APP = new Attempt(new ContainerName("app"), 1);

    @TempDir Path directory;
    private final GivenObjects objects = new GivenObjects();

    private ProcessRuntime runtime;

    @BeforeEach
    void give() throws Exception {
        runtime = ProcessRuntime.open(Places.below(directory), Isolation.NONE);
        Files.createDirectory(directory.resolve("volumes"));
        give("a: \"1\", b: two");
        give("secrets", "{kind: Secret, metadata: {name: s}, stringData: {word: hush, other: x}}");
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void everyKeyOfAConfigMapIsAFile() throws Exception {
        var mount = mount("configMap: {name: m}");
        assertThat(mount.readOnly()).isTrue();
        assertThat(mount.source().resolve("a")).hasContent("1").isSymbolicLink();
        assertThat(mount.source().resolve("b")).hasContent("two");
        assertThat(mode(mount.source().resolve("a"))).isEqualTo(0644);
        assertThat(Files.readSymbolicLink(mount.source().resolve("a"))).hasToString("..data/a");
    }

    @Test
    void itemsChooseKeysPathsAndModes() throws Exception {
        var root =
                mount(
                                "configMap: {name: m, defaultMode: 0400, items: [{key: a, path:"
                                        + " x/y/z}, {key: b, path: b, mode: 0444}]}")
                        .source();
        assertThat(root.resolve("x/y/z")).hasContent("1");
        assertThat(mode(root.resolve("x/y/z"))).isEqualTo(0400);
        assertThat(mode(root.resolve("b"))).isEqualTo(0444);
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void aNewReadingReplacesAllFilesInOneMoment() throws Exception {
        var requests = requests("configMap: {name: m}");
        var root = requests.request(APP).mounts().getFirst().source();
        var data = Files.readSymbolicLink(root.resolve("..data"));
        give("a: \"2\", c: new");
        requests.volumes().refresh();
        assertThat(root.resolve("a")).hasContent("2");
        assertThat(root.resolve("c")).hasContent("new");
        assertThat(root.resolve("b")).doesNotExist();
        assertThat(Files.exists(root.resolve("b"), LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(Files.readSymbolicLink(root.resolve("..data"))).isNotEqualTo(data);
        assertThat(root.resolve(data)).doesNotExist();
    }

    @Test
    void theNextAgentBringsVolumesUpToDateThatItDidNotMake() throws Exception {
        var root = requests("configMap: {name: m}").request(APP).mounts().getFirst().source();
        give("a: \"2\"");
        requests("configMap: {name: m}").volumes().refresh();
        assertThat(root.resolve("a")).hasContent("2");
    }

    @Test
    void nothingIsSwappedWhereNothingChanged() throws Exception {
        var requests = requests("configMap: {name: m}");
        var root = requests.request(APP).mounts().getFirst().source();
        var data = Files.readSymbolicLink(root.resolve("..data"));
        requests.volumes().refresh();
        requests.request(APP);
        assertThat(Files.readSymbolicLink(root.resolve("..data"))).isEqualTo(data);
    }

    @Test
    void whatIsTakenAwayLaterStaysInRunningPods() throws Exception {
        var requests = requests("configMap: {name: m}");
        var root = requests.request(APP).mounts().getFirst().source();
        objects.take(ManifestReader.read("map", "{kind: Namespace, metadata: {name: x}}"));
        requests.volumes().refresh();
        assertThat(root.resolve("a")).hasContent("1");
    }

    @Test
    void secretsAreKeptInMemoryAndTakenAwayInTheEnd() throws Exception {
        var requests = requests("secret: {secretName: s, defaultMode: 0440}");
        var root = requests.request(APP).mounts().getFirst().source();
        assertThat(root).startsWith(memory());
        assertThat(root.resolve("word")).hasContent("hush");
        assertThat(mode(root.resolve("word"))).isEqualTo(0440);
        requests.volumes().release();
        assertThat(memory()).doesNotExist();
    }

    @Test
    void aSecretWithoutMemoryGoesToTheDiskAndIsTakenAwayToo() throws Exception {
        var places =
                new VolumePlaces(
                        directory.resolve("volumes/uid"), Optional.empty(), runtime.files());
        var requests = requests("secret: {secretName: s}", places);
        var root = requests.request(APP).mounts().getFirst().source();
        assertThat(root.resolve("word")).hasContent("hush");
        requests.volumes().release();
        assertThat(root).doesNotExist();
    }

    @Test
    void thePodsOwnFieldsAreFiles() throws Exception {
        var root =
                mount(
                                "downwardAPI: {items: [{path: labels, fieldRef: {fieldPath:"
                                        + " metadata.labels}}, {path: name, fieldRef: {fieldPath:"
                                        + " metadata.name}}, {path: mem, resourceFieldRef:"
                                        + " {containerName: app, resource: limits.memory, divisor:"
                                        + " 1Mi}}]}")
                        .source();
        assertThat(root.resolve("labels")).hasContent("app=\"web\"\nquote=\"a\\\"b\"");
        assertThat(root.resolve("name")).hasContent("p");
        assertThat(root.resolve("mem")).hasContent("64");
    }

    @Test
    void aProjectedVolumeHoldsAllItsSources() throws Exception {
        var root =
                mount(
                                "projected: {defaultMode: 0440, sources: [{configMap: {name: m}},"
                                    + " {secret: {name: s, items: [{key: word, path: deep/word}]}},"
                                    + " {downwardAPI: {items: [{path: n, fieldRef: {fieldPath:"
                                    + " metadata.name}}]}}]}")
                        .source();
        assertThat(root).startsWith(memory());
        assertThat(root.resolve("a")).hasContent("1");
        assertThat(root.resolve("deep/word")).hasContent("hush");
        assertThat(root.resolve("n")).hasContent("p");
        assertThat(mode(root.resolve("n"))).isEqualTo(0440);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "configMap: {name: none, optional: true}",
                "secret: {secretName: none, optional: true}",
                "configMap: {name: m, optional: true, items: [{key: none, path: x}]}"
            })
    void whatIsOptionalMayBeMissing(String volume) throws Exception {
        assertThat(mount(volume).source()).isDirectory();
    }

    @Test
    void whatIsMissingIsSaidInKubernetesWords() {
        assertThatThrownBy(() -> mount("configMap: {name: none}"))
                .hasMessageContaining(
                        "MountVolume.SetUp failed for volume \"v\" : configmap \"none\" not found");
        assertThatThrownBy(() -> mount("secret: {secretName: s, items: [{key: k, path: k}]}"))
                .hasMessageContaining("secret s has no key k");
    }

    /// Shows SAFE-2.
    @ParameterizedTest
    @ValueSource(strings = {"../x", "..data", "a/../../x", "/etc/x", "a//b"})
    void noKeyOrPathLeadsOutOfTheVolume(String path) throws IOException {
        var item = "configMap: {name: m, items: [{key: a, path: \"%s\"}]}".formatted(path);
        assertThatThrownBy(() -> mount(item)).hasMessageContaining("is no path for a file");
        try (var left = Files.walk(directory)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void anEmptyDirInMemoryIsInMemory() throws Exception {
        var requests = requests("emptyDir: {medium: Memory, sizeLimit: 1Mi}");
        var source = requests.request(APP).mounts().getFirst().source();
        var mounted = Files.getFileStore(source).type().equals("tmpfs");
        assertThat(mounted || source.startsWith(memory())).isTrue();
        assertThat(mode(source) & 0777).isEqualTo(0777);
        assertThat(requests.request(APP).mounts().getFirst().source()).isEqualTo(source);
        requests.volumes().release();
        assertThat(Files.readString(Path.of("/proc/self/mountinfo")))
                .doesNotContain(directory.toString());
    }

    @Test
    void theGroupOfThePodOwnsItsVolumes() throws Exception {
        var own = (Integer) Files.getAttribute(directory, "unix:gid");
        var text = pod("emptyDir: {}", "securityContext: {fsGroup: %d}".formatted(own));
        var empty = requests(text, places()).request(APP).mounts().getFirst().source();
        assertThat(mode(empty)).isEqualTo(02777);
        text =
                pod(
                        "configMap: {name: m, defaultMode: 0400}",
                        "securityContext: {fsGroup: %d}".formatted(own));
        var map = requests(text, places()).request(APP).mounts().getFirst().source();
        assertThat(mode(map.resolve("a"))).isEqualTo(0440);
    }

    @Test
    void onlyADirectoryThatIsThereIsMountedAhead() throws Exception {
        var file = Files.createFile(directory.resolve("file"));
        assertThat(isSafeAhead(directory)).isTrue();
        assertThat(isSafeAhead(file)).isFalse();
        assertThat(isSafeAhead(directory.resolve("absent"))).isFalse();
    }

    private boolean isSafeAhead(Path host) {
        return requests("hostPath: {path: %s}".formatted(host)).isSafeAhead(APP.container());
    }

    private Mount mount(String volume) throws StartRefused {
        return requests(volume).request(APP).mounts().getFirst();
    }

    private ContainerRequests requests(String volume) {
        return requests(volume, places());
    }

    private ContainerRequests requests(String volume, VolumePlaces places) {
        var text = volume.startsWith("apiVersion") ? volume : pod(volume, "hostname: h");
        var pod = ManifestReader.read("pod", text).pods().getFirst().pod();
        return new ContainerRequests(pod, "uid", places, objects);
    }

    private static String pod(String volume, String more) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, labels: {quote: 'a"b', app: web}}
        spec:
          %s
          volumes: [{name: v, %s}]
          containers:
          - name: app
            command: [serve]
            resources: {limits: {memory: 64Mi}}
            volumeMounts: [{name: v, mountPath: /v}]
        """
                .formatted(more, volume);
    }

    private VolumePlaces places() {
        return new VolumePlaces(
                directory.resolve("volumes/uid"), Optional.of(memory()), runtime.files());
    }

    private Path memory() {
        return directory.resolve("memory");
    }

    private void give(String data) {
        give("map", "{kind: ConfigMap, metadata: {name: m}, data: {%s}}".formatted(data));
    }

    private void give(String file, String text) {
        objects.take(ManifestReader.read(file, text));
    }

    private static int mode(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode") & 07777;
    }
}
