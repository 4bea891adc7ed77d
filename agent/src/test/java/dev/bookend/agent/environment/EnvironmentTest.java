package dev.bookend.agent.environment;

import static dev.bookend.agent.charge.TestPods.container;
import static dev.bookend.agent.charge.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.agent.state.Machine;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.EnvFrom;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.Resources;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.manifest.read.ManifestReader;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;

class EnvironmentTest {
    private final GivenObjects objects = new GivenObjects();

    @BeforeEach
    void give() {
        give(
                "objects",
                """
                kind: ConfigMap
                metadata: {name: m}
                data: {a: "1", b.c: "2", bad: "x\\0y"}
                binaryData: {bytes: /w==}
                ---
                kind: Secret
                metadata: {name: s}
                data: {word: aHVzaA==, bytes: /w==}
                """);
    }

    /// Shows ENV-1.
    @Test
    void keysOfObjectsBecomeVariables() throws Exception {
        var app =
                app(
                        variable("A", new EnvValue.ConfigMapKeyRef("m", "a", false)),
                        variable("WORD", new EnvValue.SecretKeyRef("s", "word", false)),
                        variable("NO_KEY", new EnvValue.ConfigMapKeyRef("m", "none", true)),
                        variable("NO_MAP", new EnvValue.ConfigMapKeyRef("none", "a", true)),
                        variable("NO_SECRET", new EnvValue.SecretKeyRef("none", "a", true)),
                        variable("BOTH", new EnvValue.Literal("$(A)$(WORD)$(NO_KEY)")));
        assertThat(env(app))
                .containsEntry("A", "1")
                .containsEntry("WORD", "hush")
                .containsEntry("BOTH", "1hush$(NO_KEY)")
                .doesNotContainKeys("NO_KEY", "NO_MAP", "NO_SECRET");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    none | a    | configmap "none" not found
                    m    | none | couldn't find key none in ConfigMap default/m
                    m    | bytes| couldn't find key bytes in ConfigMap default/m
                    m    | bad  | key bad of ConfigMap m is no text
                    """)
    void aMissingKeyIsSaidInKubernetesWords(String name, String key, String says) {
        refuses(app(variable("X", new EnvValue.ConfigMapKeyRef(name, key, false))), says);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    none | a    | secret "none" not found
                    s    | none | couldn't find key none in Secret default/s
                    s    | bytes| key bytes of Secret s is no text
                    """)
    void aMissingSecretIsSaidInKubernetesWords(String name, String key, String says) {
        refuses(app(variable("X", new EnvValue.SecretKeyRef(name, key, false))), says);
    }

    /// Shows ENV-1.
    @Test
    void wholeObjectsBecomeVariablesBehindTheirPrefix() throws Exception {
        give("more", "{kind: ConfigMap, metadata: {name: n}, data: {a: \"n\", z: \"n\"}}");
        var app =
                app(variable("z", new EnvValue.Literal("own")))
                        .envFrom(
                                List.of(
                                        new EnvFrom.ConfigMapEnv("", "n", false),
                                        new EnvFrom.ConfigMapEnv("P_", "n", false),
                                        new EnvFrom.SecretEnv("", "none", true)));
        assertThat(env(app))
                .containsEntry("a", "n")
                .containsEntry("P_a", "n")
                .containsEntry("z", "own");
        refuses(
                app.envFrom(List.of(new EnvFrom.SecretEnv("", "none", false))),
                "secret \"none\" not found");
    }

    @ParameterizedTest
    @CsvSource({
        "limits.cpu, 1, 2",
        "limits.cpu, 1m, 1500",
        "requests.cpu, 1m, 250",
        "limits.memory, 1Mi, 64",
        "requests.memory, 1, 67108864",
        "requests.ephemeral-storage, 1, 0"
    })
    void resourcesAreCountedInUnitsOfTheDivisor(String resource, String divisor, String value)
            throws Exception {
        var resources =
                new Resources(Map.of("cpu", "250m"), Map.of("cpu", "1.5", "memory", "64Mi"));
        var app = app(variable("X", new EnvValue.ResourceFieldRef("", resource, divisor)));
        assertThat(env(app.resources(resources))).containsEntry("X", value);
    }

    @Test
    void aLimitThatIsNotSetIsWhatTheMachineHas() throws Exception {
        var app = app(variable("X", new EnvValue.ResourceFieldRef("app", "limits.cpu", "1")));
        var processors = Runtime.getRuntime().availableProcessors();
        assertThat(env(app)).containsEntry("X", String.valueOf(processors));
    }

    /// Shows ENV-2.
    @Test
    void servicesAreToldInBothStyles() throws Exception {
        give(
                "services",
                """
                kind: Service
                metadata: {name: my-db}
                spec:
                  clusterIP: 10.0.0.7
                  ports: [{name: sql-x, port: 5432, targetPort: 1}, {port: 53, protocol: UDP}]
                ---
                {kind: Service, metadata: {name: head}, spec: {clusterIP: None, ports: [{port: 1}]}}
                ---
                {kind: Service, metadata: {name: far, namespace: b}, spec: {ports: [{port: 1}]}}
                """);
        var env = env(app(variable("MY_DB_PORT", new EnvValue.Literal("$(MY_DB_SERVICE_HOST)"))));
        assertThat(env)
                .containsEntry("MY_DB_SERVICE_HOST", "10.0.0.7")
                .containsEntry("MY_DB_SERVICE_PORT", "5432")
                .containsEntry("MY_DB_SERVICE_PORT_SQL_X", "5432")
                .containsEntry("MY_DB_PORT_5432_TCP", "tcp://10.0.0.7:5432")
                .containsEntry("MY_DB_PORT_5432_TCP_PROTO", "tcp")
                .containsEntry("MY_DB_PORT_5432_TCP_PORT", "5432")
                .containsEntry("MY_DB_PORT_5432_TCP_ADDR", "10.0.0.7")
                .containsEntry("MY_DB_PORT_53_UDP", "udp://10.0.0.7:53")
                .containsEntry("MY_DB_PORT", "10.0.0.7");
        assertThat(env.keySet()).noneMatch(name -> name.matches("(HEAD|FAR)_.*"));
    }

    @Test
    void aServiceWithoutAddressStandsForThisMachineAndThePodsOwnPort() throws Exception {
        give(
                "services",
                """
                kind: Service
                metadata: {name: db}
                spec: {selector: {app: db}, ports: [{port: 80, targetPort: pg}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p, labels: {app: db}}
                spec: {containers: [{name: c, ports: [{name: pg, containerPort: 5432}]}]}
                """);
        assertThat(env(app()))
                .containsEntry("DB_SERVICE_HOST", Machine.address())
                .containsEntry("DB_SERVICE_PORT", "5432");
    }

    /// Shows ENV-2.
    @Test
    void serviceVariablesCanBeTurnedOff() throws Exception {
        give("services", "{kind: Service, metadata: {name: db}, spec: {ports: [{port: 80}]}}");
        var pod =
                ManifestReader.read(
                                "pod",
                                """
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: p}
                                spec: {enableServiceLinks: false, containers: [{name: c}]}
                                """)
                        .pods()
                        .getFirst()
                        .pod();
        assertThat(env(pod)).doesNotContainKey("DB_PORT");
    }

    private void give(String file, String text) {
        objects.take(ManifestReader.read(file, text));
    }

    private static EnvVar variable(String name, EnvValue value) {
        return new EnvVar(name, value);
    }

    private static ContainerSpecDraft app(EnvVar... variables) {
        return container("app", "serve").env(List.of(variables));
    }

    private Map<String, String> env(ContainerSpecDraft app) throws StartRefused {
        return env(pod(RestartPolicy.ALWAYS, app));
    }

    private Map<String, String> env(PodManifest pod) throws StartRefused {
        return Environment.of(pod, pod.containers().getFirst(), "uid", objects).all();
    }

    private void refuses(ContainerSpecDraft app, String says) {
        assertThatThrownBy(() -> env(app))
                .isInstanceOfSatisfying(
                        StartRefused.class,
                        it -> assertThat(it.reason()).isEqualTo(ExitReason.CONFIG_ERROR))
                .hasMessageContaining(says)
                .hasMessageNotContaining("hush");
    }
}
