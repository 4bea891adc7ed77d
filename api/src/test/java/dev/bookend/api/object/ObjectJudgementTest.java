package dev.bookend.api.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.resource.Trees;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.TestClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// What an API server refuses, and takes, in objects that are only kept.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObjectJudgementTest {
    private static final String NAMESPACE = "/api/v1/namespaces/default/";
    private static final String MAPS = NAMESPACE + "configmaps";

    private ApiWorld world;
    private TestClient client;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        world = ApiWorld.open(directory);
        client = world.client();
    }

    @AfterAll
    void close() throws Exception {
        world.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
                    configmaps | "metadata":{"name":"a","labels":{"a b":"x"}} | metadata.labels: \
                    Invalid value: "a b"
                    configmaps | "metadata":{"name":"a","labels":{"/b":"x"}} | metadata.labels: \
                    Invalid value: "/b"
                    configmaps | "metadata":{"name":"a","labels":{"a":"x y"}} | metadata.labels[\
                    a]: Invalid value: "x y"
                    configmaps | "metadata":{"name":"a","annotations":{"a b":"x"}} | \
                    metadata.annotations: Invalid value: "a b"
                    configmaps | "metadata":{"name":"a","labels":{"a":1}} | metadata.labels[a]: \
                    must be a text
                    configmaps | "metadata":{"name":"a"},"data":{"a b":"x"} | data[a b]: Invalid \
                    value: "a b": a valid config key
                    configmaps | "metadata":{"name":"a"},"data":{"../b":"x"} | a valid config key
                    configmaps | "metadata":{"name":"a"},"data":{"b":5} | data[b]: must be a string
                    configmaps | "metadata":{"name":"a"},"binaryData":{"b":"!"} | binaryData[b]: \
                    must be base64
                    secrets | "metadata":{"name":"a"},"data":{"b":"!"} | data[b]: must be base64
                    secrets | "metadata":{"name":"a"},"data":{"..":"eA=="} | a valid config key
                    services | "metadata":{"name":"a"},"spec":{} | spec.ports: Required value
                    services | "metadata":{"name":"a"},"spec":{"ports":[{"port":0}]} | spec.ports[\
                    0].port: Invalid value: 0
                    services | "metadata":{"name":"a"},"spec":{"ports":[{"port":1},{"port":2}]} | \
                    spec.ports[0].name: Required value
                    services | "metadata":{"name":"a"},"spec":{"ports":[{"port":1,"name":"x"},\
                    {"port":2,"name":"x"}]} | spec.ports[1].name: Duplicate value: "x"
                    services | "metadata":{"name":"a"},"spec":{"ports":[{"port":1,"protocol":\
                    "FOO"}]} | spec.ports[0].protocol: Unsupported value: "FOO"
                    services | "metadata":{"name":"a"},"spec":{"type":"Odd","ports":[{"port":1}]} \
                    | spec.type: Unsupported value: "Odd"
                    services | "metadata":{"name":"a"},"spec":{"clusterIP":"bad","ports":[{"port":\
                    1}]} | spec.clusterIP: Invalid value: "bad"
                    """)
    void whatKubernetesRefusesIsRefused(String plural, String fields, String says)
            throws Exception {
        var answer = client.post(NAMESPACE + plural, "{%s}".formatted(fields));
        assertThat(answer.code()).as(answer.text()).isEqualTo(422);
        assertThat(answer.reason()).isEqualTo("Invalid");
        assertThat(answer.message()).contains(says);
    }

    @Test
    void goodLabelsAndServicesAreTaken() throws Exception {
        var labels = "{\"a.b/C_d\":\"\",\"e\":\"X-1\"}";
        var map = "{\"metadata\":{\"name\":\"good\",\"labels\":%s}}".formatted(labels);
        assertThat(client.post(MAPS, map).code()).isEqualTo(201);
        var ports =
                "[{\"port\":1,\"name\":\"a\"},{\"port\":1,\"name\":\"b\",\"protocol\":\"UDP\"}]";
        for (var address : new String[] {"None", "10.0.0.1", "fd00::1", ""}) {
            var spec = "{\"clusterIP\":\"%s\",\"ports\":%s}".formatted(address, ports);
            var service = "{\"metadata\":{\"generateName\":\"g-\"},\"spec\":%s}".formatted(spec);
            var made = client.post(NAMESPACE + "services", service);
            assertThat(made.code()).as(made.text()).isEqualTo(201);
        }
    }

    @Test
    void aChangeIsJudgedLikeANewObject() throws Exception {
        client.post(MAPS, "{\"metadata\":{\"name\":\"held\"},\"data\":{\"a\":\"1\"}}");
        for (var patch :
                new String[] {
                    "{\"metadata\":{\"labels\":{\"a b\":\"x\"}}}",
                    "{\"metadata\":{\"labels\":{\"a\":1}}}",
                    "{\"data\":{\"a b\":\"x\"}}"
                }) {
            var answer = client.patch("merge-patch", MAPS + "/held", patch);
            assertThat(answer.code()).as(answer.text()).isEqualTo(422);
        }
    }

    @Test
    void whatIsImmutableStaysSo() throws Exception {
        var map = "{\"metadata\":{\"name\":\"fixed\"},\"immutable\":true,\"data\":{\"a\":\"1\"}}";
        client.post(MAPS, map);
        for (var patch : new String[] {"{\"immutable\":false}", "{\"data\":{\"a\":\"2\"}}"}) {
            var answer = client.patch("merge-patch", MAPS + "/fixed", patch);
            assertThat(answer.code()).as(answer.text()).isEqualTo(422);
            assertThat(answer.message()).contains("field is immutable when `immutable` is set");
        }
        assertThat(client.delete(MAPS + "/fixed").code()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
                    api/v1 | configmaps | "dat":{"a":"b"} | ConfigMap in version "v1" cannot be \
                    handled as a ConfigMap: strict decoding error: unknown field "dat"
                    api/v1 | configmaps | "metadata":{"name":"t","label":{}} | unknown field \
                    "metadata.label"
                    api/v1 | secrets | "stringdata":{"a":"b"} | unknown field "stringdata"
                    api/v1 | services | "spec":{"ports":[{"port":1,"targetport":2}]} | unknown \
                    field "spec.ports[0].targetport"
                    apis/apps.kruise.io/v1alpha1 | containerrecreaterequests | "spec":{"podName":\
                    "p","strategy":{"ordered":true}} | ContainerRecreateRequest in version \
                    "v1alpha1" cannot be handled as a ContainerRecreateRequest: strict decoding \
                    error: unknown field "spec.strategy.ordered"
                    """)
    void aMisspeltFieldIsRefusedIfTheClientIsStrict(
            String group, String plural, String fields, String says) throws Exception {
        var path = "/%s/namespaces/default/%s?fieldValidation=Strict".formatted(group, plural);
        var named = fields.startsWith("\"metadata") ? "" : "\"metadata\":{\"name\":\"t\"},";
        var answer = client.post(path, "{%s%s}".formatted(named, fields));
        assertThat(answer.code()).as(answer.text()).isEqualTo(400);
        assertThat(answer.message()).contains(says);
    }

    @Test
    void aMisspeltFieldIsAWarningOtherwiseAndNoneIfTheClientWantsNone() throws Exception {
        var warned = client.post(MAPS, "{\"metadata\":{\"name\":\"warned\"},\"dat\":{}}");
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warned.response().headers().firstValue("Warning").orElse(""))
                .contains("unknown field")
                .contains("dat");
        var path = MAPS + "?fieldValidation=Ignore";
        var silent = client.post(path, "{\"metadata\":{\"name\":\"silent\"},\"dat\":{}}");
        assertThat(silent.response().headers().firstValue("Warning")).isEmpty();
        var strict = MAPS + "/silent?fieldValidation=Strict";
        var known = client.patch("merge-patch", strict, "{\"data\":{\"a\":\"b\"}}");
        assertThat(known.code()).as("the old field is not this change's").isEqualTo(200);
        var misspelt = client.patch("merge-patch", strict, "{\"daten\":{\"a\":\"b\"}}");
        assertThat(misspelt.code()).isEqualTo(400);
        assertThat(misspelt.message())
                .contains("unknown field \"daten\"")
                .doesNotContain("\"dat\"");
    }

    @Test
    void anObjectMayComeAsYaml() throws Exception {
        var yaml = "kind: ConfigMap\nmetadata: {name: yaml}\ndata:\n  a: \"1\"\n";
        var made = client.send("POST", MAPS, "application/yaml", yaml);
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertThat(Trees.text(made.json(), "data", "a")).isEqualTo("1");
        for (var wrong : new String[] {"a: [", "a: 1\n---\nb: 2", "", "- 1"}) {
            var answer = client.send("POST", MAPS, "application/yaml", wrong);
            assertThat(answer.code()).as(wrong).isEqualTo(400);
        }
    }

    @Test
    void aStrategicPatchOfARequestNamesTheFormsThatItTakes() throws Exception {
        var path = "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests/x";
        var answer = client.patch("strategic-merge-patch", path, "{}");
        assertThat(answer.code()).isEqualTo(415);
        assertThat(answer.message())
                .contains("application/merge-patch+json")
                .doesNotContain("strategic", "server-side");
    }

    @Test
    void aSlashAtTheEndOfAPathIsNothing() throws Exception {
        for (var path : new String[] {"/api/", "/apis/", "/api/v1/", MAPS + "/", "/healthz/"}) {
            assertThat(client.get(path).code()).as(path).isEqualTo(200);
        }
    }

    @Test
    void theOldOpenApiIsThereForListsInManifests() throws Exception {
        var plain = client.get("/openapi/v2");
        assertThat(plain.code()).isEqualTo(200);
        assertThat(Trees.text(plain.json(), "swagger")).isEqualTo("2.0");
        var request =
                client.request("/openapi/v2", "Bearer " + client.token())
                        .header(
                                "Accept",
                                "application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
                        .build();
        assertThat(client.send(request).text()).isEqualTo("\n\0032.0");
    }

    @Test
    void anAnswerToHeadHasNoBodySoThatTheNextOneIsUnderstood() throws Exception {
        try (var socket = client.raw()) {
            var in =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            for (var path : new String[] {"/healthz", "/api/v1/pods", "/healthz"}) {
                var head =
                        "HEAD %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
                                .formatted(path, client.token());
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                var first = in.readLine();
                assertThat(first).startsWith("HTTP/1.1 " + (path.equals("/healthz") ? 200 : 405));
                while (!in.readLine().isEmpty()) {}
            }
        }
    }
}
