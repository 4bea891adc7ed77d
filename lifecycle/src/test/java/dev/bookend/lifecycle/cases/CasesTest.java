package dev.bookend.lifecycle.cases;

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
import java.util.stream.Stream;

/// Runs every scenario below `cases`. With `-Dcases.update=true` it writes what really followed
/// into the files instead, for review.
class CasesTest {
    private static final boolean UPDATE = Boolean.getBoolean("cases.update");

    @TestFactory
    Stream<DynamicTest> cases() throws IOException {
        return CaseFiles.all().stream()
                .map(file -> dynamicTest(CaseFiles.name(file), file.toUri(), () -> live(file)));
    }

    private static void live(Path file) throws IOException {
        if (UPDATE) {
            CaseFiles.update(file);
            return;
        }
        var difference = CaseFiles.difference(file);
        if (!difference.isEmpty()) {
            throw new AssertionFailedError(
                    "%s: what followed differs from what was expected\n%s"
                            .formatted(CaseFiles.name(file), difference));
        }
    }

    @Test
    void everyCaseSaysWhatItShows() throws IOException {
        assertThat(CaseFiles.all()).hasSizeGreaterThanOrEqualTo(150);
        assertThat(CaseFiles.all())
                .allSatisfy(
                        file -> {
                            var lines = Files.readAllLines(file);
                            assertThat(lines.getFirst()).startsWith("# ");
                            assertThat(lines).anyMatch(line -> line.startsWith("rules "));
                        });
    }

    @Test
    void aWrongExpectationIsFound() {
        assertThat(difference("pod app()", " 0s accepted -> start app#2 FIRST_IN_ORDER"))
                .contains("line 2", "- 0s accepted -> start app#2", "+ 0s accepted -> start app#1");
    }

    @Test
    void anythingThatIsNotExpectedIsFound() {
        assertThat(difference("pod app()", " 0s accepted ->"))
                .contains("+ 0s accepted -> start app#1 FIRST_IN_ORDER");
        assertThat(difference("pod app(launch 1)")).contains("+ finds warning INPUT-5");
        assertThat(difference("pod app()", "  phase = Running"))
                .contains("- phase = Running", "+ phase = Pending");
    }

    @Test
    void aMisspeltLineIsRefused() {
        assertThatThrownBy(() -> difference("pod app()", " 0s acepted app"))
                .hasMessageContaining("line 2: not an event: [acepted, app]");
        assertThatThrownBy(() -> difference("pot app()"))
                .hasMessageContaining("line 1: unknown line of a header: pot app()");
    }

    private static String difference(String... lines) {
        return CaseFiles.difference(List.of(lines));
    }
}
