package dev.bookend.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.read.ManifestFile;
import dev.bookend.manifest.read.ManifestReader;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

class GivenObjectsTest {
    private final GivenObjects objects = new GivenObjects();

    @Test
    void findsByKindNamespaceAndName() {
        objects.take(read("a", map("x", "1") + "---\n{kind: Secret, metadata: {name: x}}"));
        assertThat(objects.configMap("default", "x")).isPresent();
        assertThat(objects.configMap("other", "x")).isEmpty();
        assertThat(objects.configMap("default", "y")).isEmpty();
        assertThat(objects.secret("default", "x")).isPresent();
        assertThat(objects.services("default")).isEmpty();
    }

    @Test
    void aNewReadingReplacesTheFileAndIsTold() {
        var told = new AtomicInteger();
        objects.take(read("a", map("x", "1")));
        objects.take(read("b", map("y", "1")));
        var watch = objects.onChange(told::incrementAndGet);
        assertThat(objects.take(read("a", map("x", "1")))).isFalse();
        assertThat(objects.take(read("a", map("x", "2")))).isTrue();
        watch.close();
        assertThat(objects.take(read("b", map("y", "2")))).isTrue();
        assertThat(told).hasValue(1);
        assertThat(objects.configMap("default", "x").orElseThrow().data()).containsValue("2");
    }

    @Test
    void namesOfPortsAreThoseOfSelectedPods() {
        objects.take(
                read(
                        "a",
                        """
                        kind: Pod
                        apiVersion: v1
                        metadata: {name: p, labels: {app: db, tier: back}}
                        spec: {containers: [{name: c, ports: [{name: pg, containerPort: 5432}]}]}
                        """));
        assertThat(objects.port("default", Map.of("app", "db"), "pg")).contains(5432);
        assertThat(objects.port("default", Map.of("app", "web"), "pg")).isEmpty();
        assertThat(objects.port("default", Map.of(), "pg")).isEmpty();
        assertThat(objects.port("default", Map.of("app", "db"), "other")).isEmpty();
    }

    private static String map(String name, String value) {
        return "{kind: ConfigMap, metadata: {name: %s}, data: {k: \"%s\"}}\n"
                .formatted(name, value);
    }

    private static ManifestFile read(String name, String text) {
        return ManifestReader.read(name, text);
    }
}
