package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestDocument.OtherDocument;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;
import dev.bookend.manifest.read.PodObject.Service;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;

class PodObjectTest {
    @Test
    void aConfigMapHasTextsAndBytes() {
        var map =
                one(
                        """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: {name: m, namespace: team}
                        data: {a: "1", b: ""}
                        binaryData: {c: /w==}
                        """);
        assertThat(map)
                .isEqualTo(
                        new ConfigMap(
                                "team",
                                "m",
                                Map.of("a", "1", "b", ""),
                                Map.of("c", Blob.of(new byte[] {-1}))));
        assertThat(((ConfigMap) map).files()).containsOnlyKeys("a", "b", "c");
    }

    @Test
    void aSecretsPlainTextsWinAndNothingShowsThem() {
        var secret =
                one(
                        """
                        apiVersion: v1
                        kind: Secret
                        metadata: {name: s}
                        data:
                          user: |
                            YWxp
                            Y2U=
                          word: b2xk
                        stringData: {word: "hush"}
                        """);
        assertThat(secret)
                .isEqualTo(
                        new Secret(
                                "default",
                                "s",
                                Map.of("user", Blob.of("alice"), "word", Blob.of("hush"))));
        assertThat(secret.toString()).doesNotContain("hush").contains("4 bytes");
    }

    @Test
    void aServiceKnowsItsPorts() {
        var service =
                (Service)
                        one(
                                """
                                apiVersion: v1
                                kind: Service
                                metadata: {name: db}
                                spec:
                                  clusterIP: 10.0.0.7
                                  selector: {app: db}
                                  ports:
                                  - {name: sql, port: 5432, targetPort: pg}
                                  - {name: dns, port: 53, protocol: UDP}
                                """);
        assertThat(service.hasAddress()).isTrue();
        assertThat(service.ports())
                .containsExactly(
                        new Service.Port(Optional.of("sql"), "TCP", 5432, new PortRef.Name("pg")),
                        new Service.Port(Optional.of("dns"), "UDP", 53, new PortRef.Number(53)));
    }

    @Test
    void aHeadlessServiceHasNoAddress() {
        var text = "{kind: Service, metadata: {name: s}, spec: {%s}}";
        assertThat(((Service) one(text.formatted("clusterIP: None"))).hasAddress()).isFalse();
        assertThat(((Service) one(text.formatted("type: ExternalName"))).hasAddress()).isFalse();
        assertThat(((Service) one(text.formatted("type: NodePort"))).hasAddress()).isTrue();
    }

    @Test
    void itemsOfAListKnowTheirKind() {
        var file = read("{kind: ConfigMapList, items: [{metadata: {name: m}, data: {a: b}}]}");
        assertThat(file.others()).singleElement().matches(it -> it.object().isPresent());
    }

    @Test
    void whatIsWrongIsSaidWithoutTheValue() {
        var file =
                read(
                        """
                        kind: Secret
                        metadata: {}
                        data: {a: hush!, "../b": aA==, c: 4711}
                        """);
        assertThat(file.findings())
                .extracting(it -> it.finding().path())
                .containsExactly("data[a]", "data[../b]", "data[c]", "metadata.name");
        assertThat(file.findings().toString()).doesNotContain("hush", "4711");
    }

    @Test
    void otherObjectsAreNoneOfThem() {
        assertThat(PodObject.of(Json.object().put("kind", "Ingress").done())).isEmpty();
    }

    private static PodObject one(String text) {
        var file = read(text);
        assertThat(file.findings()).isEmpty();
        return file.others().stream()
                .map(OtherDocument::object)
                .flatMap(Optional::stream)
                .reduce(
                        (_, _) -> {
                            throw new IllegalStateException("more than one");
                        })
                .orElseThrow();
    }

    private static ManifestFile read(String text) {
        return ManifestReader.read("a", text);
    }
}
