package dev.bookend.manifest.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Set;

/// What `kubectl explain` can say.
class ExplanationsTest {
    private static final Set<String> SAID_BY_THEIR_NAMES = Set.of("apiVersion", "kind");

    @Test
    void everySentenceIsAboutAFieldThatThereIs() {
        for (var name : Explanations.all().fields()) {
            var parts = name.split("\\.", 2);
            assertThat(Schema.kubernetes().struct(parts[0]).fields())
                    .as(name)
                    .containsKey(parts[1]);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Pod",
                "Lifecycle",
                "ContainerRecreateRequest",
                "RecreateSpec",
                "RecreateContainer",
                "RecreateContext",
                "RecreateStrategy"
            })
    void everyFieldOfTheseIsExplained(String type) {
        for (var field : Schema.kubernetes().struct(type).fields().keySet()) {
            assertThat(
                            SAID_BY_THEIR_NAMES.contains(field)
                                    || Explanations.all().of(type, field).isPresent())
                    .as("%s.%s", type, field)
                    .isTrue();
        }
    }
}
