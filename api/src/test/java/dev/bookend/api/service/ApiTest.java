package dev.bookend.api.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.pod.NodeObject;
import dev.bookend.api.resource.ApiGroup;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.read.ManifestReader;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// Kubernetes' conventions on objects that need no container.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private Path directory;
    private ApiWorld world;
    private TestClient client;

    @BeforeAll
    void open(@TempDir Path temporary) throws Exception {
        directory = temporary;
        world = ApiWorld.open(directory);
        client = world.client();
    }

    @AfterAll
    void close() throws Exception {
        world.close();
    }

    private static String map(String name, String value) {
        return """
        {"metadata":{"name":"%s","labels":{"set":"%s"}},"data":{"key":"%s"}}
        """
                .formatted(name, value, value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/api/v1/pods", "/healthz", "/metrics", "/nowhere"})
    void everyoneWithoutTheTokenIsTurnedAway(String path) throws Exception {
        for (var authorization : new String[] {"Bearer wrong", "Basic x", "Bearer"}) {
            var answer = client.send(client.request(path, authorization).build());
            assertThat(answer.code()).isEqualTo(401);
            assertThat(answer.reason()).isEqualTo("Unauthorized");
        }
    }

    @Test
    void secretsAreTheirOwnersOnly() throws Exception {
        for (var file : new String[] {"kubeconfig", "api/token", "api/ca.key", "api/objects"}) {
            var mode = Files.getPosixFilePermissions(directory.resolve(file));
            assertThat(PosixFilePermissions.toString(mode)).as(file).isEqualTo("rw-------");
        }
    }

    @Test
    void discoveryNamesEveryType() throws Exception {
        for (var group : ApiGroup.values()) {
            var names =
                    Trees.items(client.get("/" + group.path()).json(), "resources").stream()
                            .map(it -> Trees.text(it, "name"))
                            .toList();
            for (var type : group.types()) {
                assertThat(names).contains(type.plural());
            }
        }
        assertThat(client.get("/openapi/v3").text()).contains("/openapi/v3/api/v1");
        assertThat(client.get("/openapi/v3/api/v1").text())
                .contains("x-kubernetes-group-version-kind", "fieldValidation");
        assertThat(client.get("/version").text()).contains("gitVersion");
        assertThat(client.get("/healthz").text()).isEqualTo("ok");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    GET | NS/default/pods/none | | 404 | NotFound
                    GET | /api/v1/nonsense | | 404 | NotFound
                    GET | /api/v1/pods?limit=x | | 400 | BadRequest
                    GET | /api/v1/pods?labelSelector=a%20b | | 400 | BadRequest
                    GET | /api/v1/pods?watch=1&resourceVersion=x | | 400 | BadRequest
                    POST | NS/default/configmaps | {"metadata": | 400 | BadRequest
                    POST | NS/default/configmaps | [] | 400 | BadRequest
                    POST | NS/default/configmaps | {"kind":"Pod"} | 400 | BadRequest
                    POST | NS/default/configmaps | {"metadata":{}} | 422 | Invalid
                    POST | NS/nowhere/configmaps | {"metadata":{"name":"a"}} | 404 | NotFound
                    POST | NS/default/pods | {"metadata":{"name":"a"}} | 422 | Invalid
                    POST | /api/v1/nodes | {"metadata":{"name":"a"}} | 405 | MethodNotAllowed
                    DELETE | NS/default | | 403 | Forbidden
                    PUT | /api/v1/namespaces | {} | 405 | MethodNotAllowed
                    POST | NS/default/configmaps?fieldValidation=Nonsense | {} | 422 | Invalid
                    GET | NS/default/pods?resourceVersion=abc | | 400 | BadRequest
                    GET | NS/default/pods?resourceVersionMatch=Exact | | 422 | Invalid
                    GET | NS/default/pods?resourceVersionMatch=x&resourceVersion=1 | | 422 | Invalid
                    GET | NS/default/pods?watch=1&resourceVersion=99999999 | | 410 | Expired
                    """)
    void errorsAreStatusObjects(String method, String path, String body, int code, String reason)
            throws Exception {
        var text = body == null ? "" : body;
        var at = path.replace("NS/", "/api/v1/namespaces/");
        var answer = client.send(method, at, text.isEmpty() ? "" : "application/json", text);
        assertThat(answer.code()).as(answer.text()).isEqualTo(code);
        assertThat(answer.reason()).isEqualTo(reason);
        assertThat(Trees.text(answer.json(), "kind")).isEqualTo("Status");
    }

    @Test
    void anObjectIsCreatedReadChangedAndDeleted() throws Exception {
        var made = client.post(MAPS, map("life", "1"));
        assertThat(made.code()).isEqualTo(201);
        assertThat(client.post(MAPS, map("life", "1")).reason()).isEqualTo("AlreadyExists");
        var changed = Trees.with((Json.Obj) made.json(), Json.of("2"), "data", "key");
        assertThat(client.put(MAPS + "/life", changed).code()).isEqualTo(200);
        var stale = client.put(MAPS + "/life", changed);
        assertThat(stale.code()).isEqualTo(409);
        assertThat(stale.reason()).isEqualTo("Conflict");
        var patched = client.patch("merge-patch", MAPS + "/life", "{\"data\":{\"key\":\"3\"}}");
        assertThat(Trees.text(patched.json(), "data", "key")).isEqualTo("3");
        assertThat(client.delete(MAPS + "/life").code()).isEqualTo(200);
        assertThat(client.get(MAPS + "/life").code()).isEqualTo(404);
    }

    @Test
    void serverSideApplyIsRefusedWithTheRightCode() throws Exception {
        client.post(MAPS, map("ssa", "1"));
        for (var name : new String[] {"/ssa", "/not-there"}) {
            var answer = client.send("PATCH", MAPS + name, "application/apply-patch+yaml", "a: b");
            assertThat(answer.code()).isEqualTo(415);
            assertThat(answer.reason()).isEqualTo("UnsupportedMediaType");
        }
    }

    @Test
    void aDryRunLeavesNothing() throws Exception {
        assertThat(client.post(MAPS + "?dryRun=All", map("dry", "1")).code()).isEqualTo(201);
        assertThat(client.get(MAPS + "/dry").code()).isEqualTo(404);
        client.post(MAPS, map("dry", "1"));
        client.patch("merge-patch", MAPS + "/dry?dryRun=All", "{\"data\":{\"key\":\"2\"}}");
        client.delete(MAPS + "/dry?dryRun=All");
        assertThat(Trees.text(client.get(MAPS + "/dry").json(), "data", "key")).isEqualTo("1");
    }

    @Test
    void preconditionsAndFinalizersHoldADeletion() throws Exception {
        client.post(MAPS, map("held", "1"));
        var wrong = "{\"preconditions\":{\"uid\":\"other\"}}";
        assertThat(client.send("DELETE", MAPS + "/held", "application/json", wrong).code())
                .isEqualTo(409);
        client.patch("merge-patch", MAPS + "/held", "{\"metadata\":{\"finalizers\":[\"a.b/c\"]}}");
        client.delete(MAPS + "/held");
        var held = client.get(MAPS + "/held").json();
        assertThat(Metadata.isDeleting(held)).isTrue();
        client.patch("merge-patch", MAPS + "/held", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(client.get(MAPS + "/held").code()).isEqualTo(404);
    }

    @Test
    void namesAreGenerated() throws Exception {
        var answer = client.post(MAPS, "{\"metadata\":{\"generateName\":\"gen-\"}}");
        assertThat(Trees.text(answer.json(), "metadata", "name")).matches("gen-[a-z0-9]{5}");
    }

    @Test
    void listsComeInPagesAndBySelector() throws Exception {
        for (var i = 0; i < 5; i++) {
            client.post(MAPS, map("page-" + i, "paged"));
        }
        var path = MAPS + "?labelSelector=set%3Dpaged&limit=2";
        var first = client.get(path).json();
        assertThat(Trees.items(first, "items")).hasSize(2);
        var second =
                client.get(path + "&continue=" + Trees.text(first, "metadata", "continue")).json();
        var third =
                client.get(path + "&continue=" + Trees.text(second, "metadata", "continue")).json();
        assertThat(Trees.items(third, "items")).hasSize(1);
        assertThat(Trees.text(third, "metadata", "continue")).isEmpty();
        assertThat(Trees.text(Trees.items(third, "items").getFirst(), "metadata", "name"))
                .isEqualTo("page-4");
        client.send("DELETE", MAPS + "?labelSelector=set%3Dpaged", "", "");
        assertThat(Trees.items(client.get(path).json(), "items")).isEmpty();
    }

    @Test
    void aListIsShownAsItWasAtAVersion() throws Exception {
        client.post(MAPS, map("past", "1"));
        var before = client.get(MAPS).json();
        client.patch("merge-patch", MAPS + "/past", "{\"data\":{\"key\":\"2\"}}");
        client.post(MAPS, map("later", "1"));
        client.delete(MAPS + "/past");
        var version = Trees.text(before, "metadata", "resourceVersion");
        var path = MAPS + "?resourceVersionMatch=Exact&resourceVersion=";
        assertThat(client.get(path + version).json()).isEqualTo(before);
        assertThat(client.get(path + "999999999").reason()).isEqualTo("Expired");
    }

    @Test
    void allPagesOfAListAreOfOneVersion() throws Exception {
        client.post(MAPS, map("page-1", "1"));
        client.post(MAPS, map("page-2", "1"));
        var all = Trees.items(client.get(MAPS).json(), "items");
        var first = client.get(MAPS + "?limit=1").json();
        client.delete(MAPS + "/page-2");
        client.post(MAPS, map("page-3", "1"));
        var next = MAPS + "?continue=" + Trees.text(first, "metadata", "continue");
        var rest = Trees.items(client.get(next).json(), "items");
        assertThat(rest).isEqualTo(all.subList(1, all.size()));
        client.delete(MAPS + "/page-1");
        client.delete(MAPS + "/page-3");
    }

    @Test
    void aWatchTellsOfEveryChange() throws Exception {
        var version = Trees.text(client.get(MAPS).json(), "metadata", "resourceVersion");
        var path = MAPS + "?watch=1&labelSelector=set%3Dseen&resourceVersion=" + version;
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(client.stream(path), StandardCharsets.UTF_8))) {
            client.post(MAPS, map("watched", "unseen"));
            client.patch(
                    "merge-patch",
                    MAPS + "/watched",
                    "{\"metadata\":{\"labels\":{\"set\":\"seen\"}}}");
            client.patch("merge-patch", MAPS + "/watched", "{\"data\":{\"key\":\"2\"}}");
            client.patch(
                    "merge-patch",
                    MAPS + "/watched",
                    "{\"metadata\":{\"labels\":{\"set\":\"no\"}}}");
            assertThat(lines.readLine()).startsWith("{\"type\":\"ADDED\"");
            assertThat(lines.readLine()).startsWith("{\"type\":\"MODIFIED\"");
            assertThat(lines.readLine()).startsWith("{\"type\":\"DELETED\"");
        }
        client.delete(MAPS + "/watched");
    }

    @Test
    void aWatchBeginsWithWhatIsThereAndSendsBookmarks() throws Exception {
        client.post(MAPS, map("initial", "initial"));
        var answer =
                client.get(
                        MAPS
                                + "?watch=1&timeoutSeconds=1&sendInitialEvents=true"
                                + "&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan"
                                + "&labelSelector=set%3Dinitial");
        var lines = answer.text().lines().toList();
        assertThat(lines.getFirst()).startsWith("{\"type\":\"ADDED\"");
        assertThat(lines.get(1)).contains("BOOKMARK", "k8s.io/initial-events-end");
    }

    @Test
    void answersAreYamlIfTheClientAsksForIt() throws Exception {
        client.post(MAPS, map("yaml", "1"));
        for (var path : List.of("/yaml", "", "/not-there")) {
            var request = client.request(MAPS + path, "Bearer " + client.token());
            var answer = client.send(request.header("Accept", "application/yaml").build());
            assertThat(answer.response().headers().firstValue("Content-Type"))
                    .hasValue("application/yaml");
            assertThat(ManifestReader.json(answer.text()))
                    .isEqualTo(new JsonRead.Value(client.get(MAPS + path).json()));
        }
        var watch = client.request(MAPS + "?watch=1", "Bearer " + client.token());
        var refused = client.send(watch.header("Accept", "application/yaml").build());
        assertThat(refused.code()).isEqualTo(406);
    }

    @Test
    void tablesAreMadeForGet() throws Exception {
        client.post(MAPS, map("tabled", "1"));
        var request =
                client.request(MAPS, "Bearer " + client.token())
                        .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                        .build();
        var table = client.send(request).json();
        assertThat(Trees.text(table, "kind")).isEqualTo("Table");
        var names =
                Trees.items(table, "columnDefinitions").stream()
                        .map(it -> Trees.text(it, "name"))
                        .toList();
        assertThat(names).containsExactly("Name", "Data", "Age");
    }

    @Test
    void aNamespaceGoesWithWhatIsInIt() throws Exception {
        client.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"short\"}}");
        client.post("/api/v1/namespaces/short/configmaps", map("inside", "1"));
        assertThat(client.delete("/api/v1/namespaces/short").code()).isEqualTo(200);
        TestPods.awaitGone(client, "/api/v1/namespaces/short");
        assertThat(client.get("/api/v1/namespaces/short/configmaps/inside").code()).isEqualTo(404);
    }

    @Test
    void secretsTakePlainTexts() throws Exception {
        var answer =
                client.post(
                        "/api/v1/namespaces/default/secrets",
                        "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"a\":\"b\"}}");
        assertThat(Trees.text(answer.json(), "data", "a")).isEqualTo("Yg==");
        assertThat(Trees.text(answer.json(), "type")).isEqualTo("Opaque");
        assertThat(answer.text()).doesNotContain("stringData");
    }

    @Test
    void theNodeIsThisMachine() throws Exception {
        var node = client.get("/api/v1/nodes/" + NodeObject.name()).json();
        assertThat(Trees.text(node, "status", "capacity", "cpu"))
                .isEqualTo(String.valueOf(Runtime.getRuntime().availableProcessors()));
        assertThat(Trees.text(node, "status", "capacity", "memory")).matches("[1-9][0-9]*Ki");
    }

    @Test
    void unknownFieldsOfAPodAreRefusedIfTheClientIsStrict() throws Exception {
        var pod =
                Trees.with(TestPods.pod("strict", "true", "Never"), Json.of(1), "spec", "nonsense");
        var strict =
                client.post("/api/v1/namespaces/default/pods?fieldValidation=Strict", pod.line());
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.message()).contains("unknown field \"spec.nonsense\"");
        var warned =
                client.post(
                        "/api/v1/namespaces/default/pods?fieldValidation=Warn&dryRun=All",
                        pod.line());
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warned.response().headers().firstValue("Warning").orElse(""))
                .contains("nonsense");
    }
}
