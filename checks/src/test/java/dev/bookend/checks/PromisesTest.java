package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

class PromisesTest {
    private static final Project PROJECT = Project.here();
    private static final Evidence EVIDENCE = Evidence.of(PROJECT);
    private static final List<Promise> PROMISES =
            Promise.parse(PROJECT.lines(Path.of("docs/promises.md")));

    @Test
    void everyRuleHasOneRowInOrder() {
        assertThat(PROMISES).extracting(Promise::rule).containsExactlyElementsOf(Rules.all());
    }

    @Test
    void everyPromiseIsShownByATestOrIsLater() {
        assertThat(PROMISES.stream().flatMap(each -> each.faults(EVIDENCE).stream()))
                .as("rows of docs/promises.md that need a look")
                .isEmpty();
    }

    @Test
    void casesCiteRulesThatExist() {
        assertThat(EVIDENCE.unknownRules(Set.copyOf(Rules.all()))).isEmpty();
    }

    @Test
    void aTestThatIsNotThereIsFound() {
        assertThat(faults("| EXIT-1 | Containers exit in turn. | NoSuchTest | later |"))
                .containsExactly("EXIT-1: there is no test class NoSuchTest");
        assertThat(faults("| EXIT-1 | Containers exit in turn. | PromisesTest#none | – |"))
                .containsExactly("EXIT-1: PromisesTest has no method none");
        assertThat(faults("| EXIT-1 | Containers exit in turn. | `cases/none.case` | – |"))
                .containsExactly(
                        "EXIT-1: there is no case lifecycle/src/test/resources/cases/none.case");
    }

    @Test
    void aTestThatIsThereIsAccepted() {
        assertThat(faults("| EXIT-1 | Containers exit in turn. | `PromisesTest#faults` | later |"))
                .isEmpty();
    }

    @Test
    void anUnprovedPromiseIsFound() {
        assertThat(faults("| EXIT-1 | Containers exit in turn. | | – |"))
                .singleElement()
                .asString()
                .startsWith("EXIT-1: a cell names tests");
        assertThat(faults("| EXIT-1 | Containers exit in turn. | – | – |"))
                .containsExactly("EXIT-1: no home has it");
        assertThatThrownBy(() -> faults("| EXIT-1 | Containers exit in turn. | later |"))
                .hasMessageContaining("EXIT-1: a row is");
    }

    private static List<String> faults(String row) {
        return Promise.parse(List.of(row)).getFirst().faults(EVIDENCE);
    }
}
