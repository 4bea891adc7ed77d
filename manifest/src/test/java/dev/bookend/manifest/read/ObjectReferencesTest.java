package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.rules.Home;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

class ObjectReferencesTest {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              volumes:
              - {name: a, configMap: {name: m}}
              - {name: b, secret: {secretName: s}}
              - {name: c, projected: {sources: [{secret: {name: s}}, {configMap: {name: m}}]}}
              - {name: d, secret: {secretName: s, optional: true}}
              containers:
              - name: app
                image: x
                envFrom:
                - {configMapRef: {name: m}}
                - {secretRef: {name: s, optional: true}}
                env:
                - {name: A, valueFrom: {configMapKeyRef: {name: m, key: k}}}
                - {name: B, valueFrom: {secretKeyRef: {name: s, key: k}}}
                - {name: C, valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}}
            """;

    @Test
    void whatIsInNoGivenFileIsDoubtful() {
        assertThat(paths(POD))
                .containsExactlyInAnyOrder(
                        "spec.volumes[0].configMap.name",
                        "spec.volumes[1].secret.secretName",
                        "spec.volumes[2].projected.sources[0].secret.name",
                        "spec.volumes[2].projected.sources[1].configMap.name",
                        "spec.containers[0].envFrom[0].configMapRef.name",
                        "spec.containers[0].env[0].valueFrom.configMapKeyRef.name",
                        "spec.containers[0].env[1].valueFrom.secretKeyRef.name");
    }

    @Test
    void anotherFileMayHoldIt() {
        var map = "{kind: ConfigMap, metadata: {name: m}, data: {k: v}}";
        var secret = "{kind: Secret, metadata: {name: s}, stringData: {other: v}}";
        assertThat(paths(map, POD, secret))
                .containsExactly("spec.containers[0].env[1].valueFrom.secretKeyRef.key");
    }

    @Test
    void anotherNamespaceDoesNot() {
        var map = "{kind: ConfigMap, metadata: {name: m, namespace: far}, data: {k: v}}";
        assertThat(paths(POD, map)).contains("spec.volumes[0].configMap.name");
    }

    private static List<String> paths(String... texts) {
        var files = Stream.of(texts).map(text -> ManifestReader.read("a", text)).toList();
        return new ManifestJudge(Home.EMBEDDED, Set.of())
                .judgeAll(files).stream()
                        .flatMap(verdict -> verdict.findings().stream())
                        .map(it -> it.finding().path())
                        .toList();
    }
}
