package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class PromisesTest {
    private static final Project PROJECT = Project.here();
    private static final Evidence EVIDENCE = Evidence.of(PROJECT);
    private static final List<Promise> PROMISES =
            Promise.parse(PROJECT.lines(Path.of("docs/promises.md")));
    private static final String ONE =
            """
            class OneTest {
                /// Shows EXIT-1.
                @Test
                void shows() {}

                /// It is long, and says so below its reason. Shows
                /// EXIT-1 and EXIT-99.
                @ParameterizedTest
                @CsvSource(textBlock = "a")
                void showsMore(String given) {}

                /// Shows that EXIT-1 is not everything.
                @Test
                void silent() {}

                /// Shows EXIT-1.
                private void prepare() {}
            }
            """;
    private static final String WHOLE =
            """
            /// Whatever happens. Shows EXIT-1.
            @Tag("slow")
            class WholeTest {
                @Test
                void silent() {}
            }
            """;
    private static final String TWIN =
            """
            class TwinTest {
                /// Shows EXIT-1.
                @Test
                void shows() {}
            }
            """;
    private static final Evidence EXAMPLE =
            new Evidence(
                    Testimony.parse(
                            Map.of(
                                    Path.of("a/OneTest.java"), ONE,
                                    Path.of("a/WholeTest.java"), WHOLE,
                                    Path.of("a/TwinTest.java"), TWIN,
                                    Path.of("b/TwinTest.java"), TWIN)),
                    Map.of("cases/a.case", Set.of("EXIT-1"), "cases/b.case", Set.of("EXIT-98")));

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
    void everyTestThatShowsAPromiseStandsInItsRow() {
        assertThat(PROMISES.stream().flatMap(each -> each.omissions(EVIDENCE).stream()))
                .as("tests that docs/promises.md does not name")
                .isEmpty();
    }

    @Test
    void onlyTestsShowRulesAndOnlyThoseThatExist() {
        assertThat(EVIDENCE.impossible(Set.copyOf(Rules.all()))).isEmpty();
    }

    @Test
    void everyRuleThatTheSimulatorJudgesHasAMutant() {
        var tests = Path.of("simulator/src/test/java/dev/bookend/simulator/trial");
        var invariants = Path.of("simulator/src/main/java/dev/bookend/simulator/invariant");
        var judged =
                PROJECT.files("Invariants.java").stream()
                        .filter(file -> file.startsWith(invariants))
                        .flatMap(PromisesTest::quotedRules)
                        .collect(Collectors.toSet());
        assertThat(quotedRules(tests.resolve("MutantsTest.java")).collect(Collectors.toSet()))
                .isEqualTo(EVIDENCE.shownBy("MutantsTest#aBrokenEngineIsCaught"))
                .isEqualTo(EVIDENCE.shownBy("SimulationTest#everySeedKeepsEveryPromise"))
                .isEqualTo(judged);
    }

    private static Stream<String> quotedRules(Path file) {
        var text = PROJECT.text(file);
        return Rules.all().stream().filter(rule -> text.contains("\"%s\"".formatted(rule)));
    }

    @Test
    void aTestThatIsNotThereIsFound() {
        assertThat(faults("NoSuchTest"))
                .containsExactly("EXIT-1: there is no test class NoSuchTest");
        assertThat(faults("NoSuchTest#none"))
                .containsExactly("EXIT-1: there is no test class NoSuchTest");
        assertThat(faults("OneTest#none")).containsExactly("EXIT-1: OneTest has no test none");
        assertThat(faults("OneTest#prepare"))
                .containsExactly("EXIT-1: OneTest has no test prepare");
        assertThat(faults("`cases/none.case`"))
                .containsExactly("EXIT-1: there is no case cases/none.case");
    }

    @Test
    void aTestThatDoesNotSayItsRuleIsFound() {
        assertThat(faults("OneTest#silent"))
                .containsExactly("EXIT-1: OneTest#silent does not say `Shows EXIT-1.`");
        assertThat(faults("OneTest"))
                .containsExactly("EXIT-1: OneTest does not say `Shows EXIT-1.`");
        assertThat(faults("`cases/b.case`"))
                .containsExactly("EXIT-1: cases/b.case does not say `rules EXIT-1`");
    }

    @Test
    void aFileIsNoTest() {
        assertThat(faults("`e2e/tests/OneTest.java`"))
                .containsExactly(
                        "EXIT-1: e2e/tests/OneTest.java is a file: name the test, SomeTest#method");
    }

    @Test
    void aNameOfTwoTestsIsFound() {
        assertThat(faults("TwinTest#shows"))
                .containsExactly("EXIT-1: there are several tests TwinTest#shows");
    }

    @Test
    void aTestThatSaysItsRuleIsAccepted() {
        assertThat(faults("`OneTest#shows`, `OneTest#showsMore`, `WholeTest`, `cases/a.case`"))
                .isEmpty();
    }

    @Test
    void aTestThatIsNotNamedIsFound() {
        assertThat(row("`OneTest#shows`, `cases/a.case`").omissions(EXAMPLE))
                .contains(
                        "EXIT-1: OneTest#showsMore says that it shows this, and is not named",
                        "EXIT-1: WholeTest says that it shows this, and is not named")
                .noneMatch(it -> it.contains("OneTest#shows "))
                .noneMatch(it -> it.contains("case"));
        assertThat(row("`OneTest#shows`").omissions(EXAMPLE))
                .contains("EXIT-1: cases/a.case says that it shows this, and no case is named");
    }

    @Test
    void whatIsForLaterMayBeShownByCasesAndByNoTest() {
        assertThat(row("later").omissions(EXAMPLE))
                .contains("EXIT-1: OneTest#shows says that it shows this, and is not named")
                .noneMatch(it -> it.contains("case"));
    }

    @Test
    void whatCannotShowARuleIsFound() {
        assertThat(EXAMPLE.impossible(Set.of("EXIT-1")))
                .containsExactlyInAnyOrder(
                        "OneTest#prepare says that it shows a rule, and is no test",
                        "OneTest#showsMore: there is no rule EXIT-99",
                        "cases/b.case: there is no rule EXIT-98");
    }

    @Test
    void anUnprovedPromiseIsFound() {
        assertThat(faults("")).singleElement().asString().startsWith("EXIT-1: a cell names tests");
        assertThat(faults("–")).containsExactly("EXIT-1: no home has it");
        assertThatThrownBy(() -> promise("| EXIT-1 | Containers exit in turn. | later |"))
                .hasMessageContaining("EXIT-1: a row is");
    }

    private static List<String> faults(String embedded) {
        return row(embedded).faults(EXAMPLE);
    }

    private static Promise row(String embedded) {
        return promise("| EXIT-1 | Containers exit in turn. | %s | – |".formatted(embedded));
    }

    private static Promise promise(String row) {
        return Promise.parse(List.of(row)).getFirst();
    }
}
