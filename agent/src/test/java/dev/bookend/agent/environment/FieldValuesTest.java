package dev.bookend.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.environment.PodObjects.Marks;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;
import dev.bookend.manifest.read.PodObject.Service;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class FieldValuesTest {
    private static final String POD =
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","labels":{"a":"1"}},
             "spec":{"containers":[{"name":"app","image":"x"}]}}
            """;

    /// A pod whose object was given another label.
    private record Relabelled() implements PodObjects {
        @Override
        public Optional<ConfigMap> configMap(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public Optional<Secret> secret(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public List<Service> services(String namespace) {
            return List.of();
        }

        @Override
        public Optional<Marks> marks(PodName pod, String uid) {
            return uid.equals("u1")
                    ? Optional.of(new Marks(Map.of("a", "2"), Map.of("b", "3")))
                    : Optional.empty();
        }
    }

    private static FieldValues values(String uid) {
        var pod = ManifestReader.read("pod", POD).pods().getFirst().pod();
        return new FieldValues(pod, uid, new Relabelled());
    }

    @Test
    void labelsAreThoseOfTheObjectAsItIsNow() {
        assertThat(values("u1").of("metadata.labels['a']")).contains("2");
        assertThat(values("u1").file("metadata.labels")).contains("a=\"2\"");
        assertThat(values("u1").file("metadata.annotations")).contains("b=\"3\"");
    }

    @Test
    void withoutAnObjectTheyAreTheManifests() {
        assertThat(values("u2").of("metadata.labels['a']")).contains("1");
    }
}
