package dev.bookend.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

class VariableTextTest {
    @ParameterizedTest
    @CsvSource({
        "plain,          plain",
        "$(A),           1",
        "x$(A)y$(B)z,    x1y2z",
        "$(NO),          $(NO)",
        "$$(A),          $(A)",
        "$$$(A),         $1",
        "$A,             $A",
        "cost: 5$,       cost: 5$",
        "$(A,            $(A",
        "$(),            $()",
        "$$,             $",
        "$(A)$(A),       11",
    })
    void referencesExpandAsInKubernetes(String text, String expanded) {
        assertThat(VariableText.expand(text, Map.of("A", "1", "B", "2"))).isEqualTo(expanded);
    }
}
