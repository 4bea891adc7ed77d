package dev.bookend.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.AssertionFailedError;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Runs every scenario below `cases`. With `-Dcases.update=true` it writes what really followed
/// into the files instead, for review.
class CasesTest {
    private static final Path CASES = Path.of("src/test/resources/cases");
    private static final boolean UPDATE = Boolean.getBoolean("cases.update");

    @TestFactory
    Stream<DynamicTest> cases() throws IOException {
        return files().stream()
                .map(
                        file ->
                                dynamicTest(
                                        CASES.relativize(file).toString(),
                                        file.toUri(),
                                        () -> live(file)));
    }

    @Test
    void everyCaseSaysWhatItShows() throws IOException {
        assertThat(files()).hasSizeGreaterThanOrEqualTo(150);
        assertThat(files())
                .allSatisfy(
                        file -> {
                            var lines = Files.readAllLines(file);
                            assertThat(lines.getFirst()).startsWith("# ");
                            assertThat(lines).anyMatch(line -> line.startsWith("rules "));
                        });
    }

    @Test
    void aWrongExpectationIsFound() {
        var wrong = List.of("pod app()", " 0s accepted -> start app#2 FIRST_IN_ORDER");
        assertThat(difference(wrong))
                .contains("line 2", "- 0s accepted -> start app#2", "+ 0s accepted -> start app#1");
    }

    @Test
    void anythingThatIsNotExpectedIsFound() {
        assertThat(difference(List.of("pod app()", " 0s accepted ->")))
                .contains("+ 0s accepted -> start app#1 FIRST_IN_ORDER");
        assertThat(difference(List.of("pod app(launch 1)"))).contains("+ finds warning INPUT-5");
        assertThat(difference(List.of("pod app()", "  phase = Running")))
                .contains("- phase = Running", "+ phase = Pending");
    }

    @Test
    void aMisspeltLineIsRefused() {
        assertThatThrownBy(() -> difference(List.of("pod app()", " 0s acepted app")))
                .hasMessageContaining("line 2: not an event: [acepted, app]");
        assertThatThrownBy(() -> difference(List.of("pot app()")))
                .hasMessageContaining("line 1: unknown line of a header: pot app()");
    }

    private static List<Path> files() throws IOException {
        try (var files = Files.walk(CASES)) {
            return files.filter(file -> file.toString().endsWith(".case")).sorted().toList();
        }
    }

    private static void live(Path file) throws IOException {
        var expected = Case.read(Files.readAllLines(file));
        if (UPDATE) {
            Files.write(file, expected.lived().text());
            return;
        }
        var difference = difference(expected);
        if (!difference.isEmpty()) {
            throw new AssertionFailedError(
                    "%s: what followed differs from what was expected\n%s"
                            .formatted(CASES.relativize(file), difference));
        }
    }

    private static String difference(List<String> text) {
        return difference(Case.read(text));
    }

    private static String difference(Case expected) {
        var wanted = expected.lines();
        var real = expected.lived().lines();
        return IntStream.range(0, Math.max(wanted.size(), real.size()))
                .mapToObj(i -> difference(line(wanted, i), line(real, i)))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static CaseLine line(List<CaseLine> lines, int i) {
        return i < lines.size() ? lines.get(i) : new CaseLine.Verbatim(0, "");
    }

    private static String difference(CaseLine wanted, CaseLine real) {
        var expected = words(wanted);
        var found = words(real);
        return expected.equals(found)
                ? ""
                : "line %d\n  - %s\n  + %s".formatted(wanted.number(), expected, found);
    }

    private static String words(CaseLine line) {
        return String.join(" ", new Case(List.of(line)).text())
                .replaceAll(" +->", " ->")
                .replace(" -> tell ", " ; tell ")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
