package dev.bookend.lifecycle.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bookend.lifecycle.pod.ContainerPort;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.pod.Probes;
import dev.bookend.lifecycle.pod.Resources;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeMount;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.value.Quantity;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

class PodValidatorTest {
    private static final String APP = "spec.containers[0]";
    private static final Handler TRUE = new Handler.Exec(List.of("true"));

    @Test
    void aPlainPodHasNoFindings() {
        assertThat(findings(pod(app()))).isEmpty();
    }

    @Test
    void aMissingImageIsOnlyAWarning() {
        var found = PodValidator.findings(pod(ContainerSpec.named("app")), Home.EMBEDDED);
        assertThat(found).singleElement().matches(it -> it.severity() == Severity.WARNING);
        assertThat(found.getFirst().path()).isEqualTo(APP + ".image");
    }

    @ParameterizedTest
    @MethodSource
    void judgesAContainer(UnaryOperator<ContainerSpecDraft> edit, String expected) {
        var draft = edit.apply(app().edit());
        assertThat(findings(pod(draft.spec()))).containsExactly(APP + "." + expected);
    }

    static Stream<Arguments> judgesAContainer() {
        return Stream.of(portsAndEnv(), mounts(), resourcesAndHooks()).flatMap(each -> each);
    }

    private static Stream<Arguments> portsAndEnv() {
        return Stream.of(
                edit(
                        it -> it.image(Optional.of(" a")),
                        "image: Invalid value: \" a\": must not have leading or trailing"
                                + " whitespace"),
                edit(
                        it -> it.ports(List.of(port(0, "http"))),
                        "ports[0].containerPort: Invalid value: 0: must be between 1 and 65535,"
                                + " inclusive"),
                edit(
                        it -> it.ports(List.of(port(1, "http"), port(2, "http"))),
                        "ports[1].name: Duplicate value: \"http\""),
                edit(
                        it -> it.ports(List.of(port(1, "80"))),
                        "ports[0].name: Invalid value: \"80\": must contain at least one letter"
                                + " (a-z)"),
                edit(
                        it -> it.env("A=B", "1"),
                        "env[0].name: Invalid value: \"A=B\": a valid environment variable name"
                                + " must consist only of printable ASCII characters other than"
                                + " '='"),
                edit(it -> it.env("", "1"), "env[0].name: Required value"));
    }

    private static Stream<Arguments> mounts() {
        return Stream.of(
                edit(
                        it -> it.mounts(List.of(mount("data", "/x"))),
                        "volumeMounts[0].name: Not found: \"data\""),
                edit(
                        it -> it.mounts(List.of(mount("cache", "x"))),
                        "volumeMounts[0].mountPath: Invalid value: \"x\": must be an absolute"
                                + " path"),
                edit(
                        it -> it.mounts(List.of(mount("cache", "/x"), mount("cache", "/x"))),
                        "volumeMounts[1].mountPath: Invalid value: \"/x\": must be unique"),
                edit(
                        it -> it.mounts(List.of(subPath("/a"))),
                        "volumeMounts[0].subPath: Invalid value: \"/a\": must be a relative path"),
                edit(
                        it -> it.mounts(List.of(subPath("a/../b"))),
                        "volumeMounts[0].subPath: Invalid value: \"a/../b\": must not contain"
                                + " '..'"));
    }

    private static Stream<Arguments> resourcesAndHooks() {
        return Stream.of(
                edit(
                        it -> it.resources(limits("cpu", "many")),
                        "resources.limits[cpu]: Invalid value: \"many\": " + Quantity.GRAMMAR),
                edit(
                        it -> it.resources(requested("1", "500m")),
                        "resources.requests[cpu]: Invalid value: \"1\": must be less than or equal"
                                + " to cpu limit of 500m"),
                edit(
                        it -> it.restartPolicy(Optional.of(RestartPolicy.ALWAYS)),
                        "restartPolicy: Forbidden: may not be set for non-init containers"),
                edit(
                        it -> it.lifecycle(signal("TERM")),
                        "lifecycle.stopSignal: Invalid value: \"TERM\": must be the name of a"
                                + " signal"),
                edit(
                        it -> it.lifecycle(postStart(new Handler.Exec(List.of()))),
                        "lifecycle.postStart.exec.command: Required value"),
                edit(
                        it -> it.lifecycle(postStart(sleep(31))),
                        "lifecycle.postStart.sleep.seconds: Invalid value: 31: must be"
                                + " non-negative and less than terminationGracePeriodSeconds (30)"),
                edit(
                        it -> it.lifecycle(postStart(sleep(-1))),
                        "lifecycle.postStart.sleep.seconds: Invalid value: -1: must be greater"
                                + " than or equal to 0"));
    }

    @ParameterizedTest
    @MethodSource
    void judgesAProbe(ProbeKind kind, Probe probe, String expected) {
        var found = findings(pod(app().edit().probes(probes(kind, probe)).spec()));
        assertThat(found).containsExactly(APP + "." + expected);
    }

    static Stream<Arguments> judgesAProbe() {
        return Stream.of(
                arguments(
                        ProbeKind.LIVENESS,
                        probe(2, 3, Optional.empty()),
                        "livenessProbe.successThreshold: Invalid value: 2: must be 1"),
                arguments(
                        ProbeKind.STARTUP,
                        probe(1, 0, Optional.empty()),
                        "startupProbe.failureThreshold: Invalid value: 0: must be greater than or"
                                + " equal to 1"),
                arguments(
                        ProbeKind.READINESS,
                        probe(2, 3, Optional.of(Duration.ofSeconds(3))),
                        "readinessProbe.terminationGracePeriodSeconds: Invalid value: 3: must not"
                                + " be set for readinessProbes"),
                arguments(
                        ProbeKind.LIVENESS,
                        probe(1, 3, Optional.of(Duration.ZERO)),
                        "livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be"
                                + " between 1 and 2147483647, inclusive"),
                arguments(
                        ProbeKind.READINESS,
                        Probe.of(new Handler.Grpc(70000, "")),
                        "readinessProbe.grpc.port: Invalid value: 70000: must be between 1 and"
                                + " 65535, inclusive"),
                arguments(
                        ProbeKind.READINESS,
                        Probe.of(http("ftp", 80)),
                        "readinessProbe.httpGet.scheme: Unsupported value: \"ftp\": supported"
                                + " values: \"HTTP\", \"HTTPS\""));
    }

    @Test
    void aProbeOnAnUnknownPortNameIsDoubtful() {
        var handler = new Handler.TcpSocket(Optional.empty(), new PortRef.Name("web"));
        var probes = probes(ProbeKind.READINESS, Probe.of(handler));
        var found = PodValidator.findings(pod(app().edit().probes(probes).spec()), Home.EMBEDDED);
        assertThat(found).singleElement().matches(it -> !it.isError());
    }

    @Test
    void namesAreUniqueOverInitAndMainContainers() {
        var pod =
                new PodManifest(
                        meta("web"),
                        PodSettings.DEFAULT,
                        List.of(app()),
                        List.of(app(), app()),
                        List.of());
        assertThat(findings(pod))
                .containsExactly(
                        "spec.containers[0].name: Duplicate value: \"app\"",
                        "spec.containers[1].name: Duplicate value: \"app\"");
    }

    @Test
    void aRegularInitContainerHasNeitherProbesNorHooks() {
        var setup = busy("setup").spec();
        assertThat(findings(withInit(setup)))
                .containsExactly(
                        onInit("livenessProbe"),
                        onInit("lifecycle.postStart"),
                        onInit("lifecycle.stopSignal"));
    }

    @Test
    void aNativeSidecarMayHaveProbesAndHooks() {
        var setup = busy("setup").restartPolicy(Optional.of(RestartPolicy.ALWAYS)).spec();
        assertThat(findings(withInit(setup))).isEmpty();
    }

    @Test
    void anInitContainersRestartPolicyIsAlwaysOrAbsent() {
        var setup = app().edit().restartPolicy(Optional.of(RestartPolicy.NEVER)).spec();
        assertThat(
                        findings(
                                withInit(
                                        new ContainerSpecDraft("setup")
                                                .image(setup.image())
                                                .restartPolicy(setup.restartPolicy())
                                                .spec())))
                .containsExactly(
                        "spec.initContainers[0].restartPolicy: Unsupported value: \"Never\":"
                                + " supported values: \"Always\"");
    }

    @Test
    void judgesThePodItself() {
        var settings =
                PodSettings.DEFAULT
                        .withGrace(Duration.ofSeconds(-1))
                        .withActiveDeadline(Duration.ZERO);
        var pod = new PodManifest(meta("Web_1"), settings, List.of(), List.of(), List.of());
        assertThat(findings(pod))
                .containsExactly(
                        "metadata.name: Invalid value: \"Web_1\": a lowercase RFC 1123 subdomain"
                                + " must consist of lower case alphanumeric characters, '-' or"
                                + " '.', and must start and end with an alphanumeric character",
                        "spec.terminationGracePeriodSeconds: Invalid value: -1: must be between 0"
                                + " and 2147483647, inclusive",
                        "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and"
                                + " 2147483647, inclusive",
                        "spec.containers: Required value");
    }

    @Test
    void judgesVolumes() {
        var volumes =
                List.of(
                        new Volume("", new VolumeSource.Other("nfs")),
                        cache(),
                        cache(),
                        new Volume("host", new VolumeSource.HostPath("/a/..", "")));
        var pod =
                new PodManifest(
                        meta("web"), PodSettings.DEFAULT, List.of(), List.of(app()), volumes);
        assertThat(findings(pod))
                .containsExactly(
                        "spec.volumes[0].name: Required value",
                        "spec.volumes[2].name: Duplicate value: \"cache\"",
                        "spec.volumes[3].hostPath.path: Invalid value: \"/a/..\": must not"
                                + " contain '..'");
    }

    @Test
    void aQuoteStaysOnOneShortLine() {
        assertThat(Findings.quoted("a\n\"b\"\u001b[31m")).isEqualTo("\"a\\n\\\"b\\\"\\u001b[31m\"");
        assertThat(Findings.quoted("x".repeat(5000))).hasSizeLessThan(130).endsWith("…\"");
    }

    private static List<String> findings(PodManifest pod) {
        return PodValidator.findings(pod, Home.EMBEDDED).stream()
                .map(it -> it.path() + ": " + it.says())
                .toList();
    }

    private static Arguments edit(UnaryOperator<ContainerSpecDraft> edit, String expected) {
        return arguments(edit, expected);
    }

    private static PodManifest pod(ContainerSpec container) {
        return new PodManifest(
                meta("web"), PodSettings.DEFAULT, List.of(), List.of(container), List.of(cache()));
    }

    private static PodManifest withInit(ContainerSpec init) {
        return new PodManifest(
                meta("web"), PodSettings.DEFAULT, List.of(init), List.of(app()), List.of());
    }

    private static PodMeta meta(String name) {
        return PodMeta.named("default", name);
    }

    private static ContainerSpec app() {
        return new ContainerSpecDraft("app").image(Optional.of("app:1")).spec();
    }

    private static ContainerSpecDraft busy(String name) {
        return new ContainerSpecDraft(name)
                .image(Optional.of("a"))
                .probes(probes(ProbeKind.LIVENESS, Probe.of(TRUE)))
                .lifecycle(
                        new Lifecycle(
                                Optional.of(TRUE),
                                Optional.empty(),
                                Optional.of("SIGRTMIN+3"),
                                Optional.empty()));
    }

    private static String onInit(String field) {
        return "spec.initContainers[0].%s: Forbidden: may not be set for init containers without"
                        .formatted(field)
                + " restartPolicy=Always";
    }

    private static ContainerPort port(int number, String name) {
        return new ContainerPort(number, Optional.of(name), "TCP", Optional.empty());
    }

    private static Volume cache() {
        return new Volume("cache", new VolumeSource.EmptyDir("", Optional.empty()));
    }

    private static VolumeMount mount(String volume, String path) {
        return new VolumeMount(volume, path, false, Optional.empty(), Optional.empty());
    }

    private static VolumeMount subPath(String path) {
        return new VolumeMount("cache", "/x", false, Optional.of(path), Optional.empty());
    }

    private static Resources limits(String name, String amount) {
        return new Resources(Map.of(), Map.of(name, amount));
    }

    private static Resources requested(String request, String limit) {
        return new Resources(Map.of("cpu", request), Map.of("cpu", limit));
    }

    private static Lifecycle signal(String word) {
        return new Lifecycle(
                Optional.empty(), Optional.empty(), Optional.of(word), Optional.empty());
    }

    private static Lifecycle postStart(Handler handler) {
        return new Lifecycle(
                Optional.of(handler), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Handler sleep(int seconds) {
        return new Handler.Sleep(Duration.ofSeconds(seconds));
    }

    private static Handler http(String scheme, int port) {
        return new Handler.HttpGet(
                scheme, Optional.empty(), new PortRef.Number(port), "/", List.of());
    }

    private static Probe probe(int successes, int failures, Optional<Duration> grace) {
        var second = Duration.ofSeconds(1);
        return new Probe(TRUE, Duration.ZERO, second, second, successes, failures, grace);
    }

    private static Probes probes(ProbeKind kind, Probe probe) {
        return new Probes(
                Optional.of(probe).filter(_ -> kind == ProbeKind.STARTUP),
                Optional.of(probe).filter(_ -> kind == ProbeKind.LIVENESS),
                Optional.of(probe).filter(_ -> kind == ProbeKind.READINESS));
    }
}
