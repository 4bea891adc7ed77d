package dev.bookend.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.CapturedRun;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Checks and plans every example, and compares the plans with `golden/*.txt`.
///
/// `-Dgolden.update=true` rewrites the expectations for review.
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("../examples");
    private static final Path GOLDEN = Path.of("src/test/resources/golden");

    static Stream<Path> examples() throws IOException {
        try (var files = Files.list(EXAMPLES)) {
            var examples = files.filter(it -> it.toString().endsWith(".yaml")).sorted().toList();
            assertThat(examples).isNotEmpty();
            return examples.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isWithoutFindings(Path example) {
        var run = CapturedRun.of("check", "--home", "embedded", example.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isPlannedAsExpected(Path example) throws IOException {
        var file = example.toString();
        var plans =
                Stream.of("text", "json", "mermaid")
                        .map(format -> CapturedRun.of("plan", "-o", format, file))
                        .map(run -> run.out() + run.err())
                        .reduce("", String::concat);
        var expected = GOLDEN.resolve(example.getFileName() + ".txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, plans);
        }
        assertThat(plans).isEqualTo(Files.readString(expected));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void livesThroughASimulation(Path example) {
        var run = CapturedRun.of("plan", "--simulate", "", example.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("nobody is cut at the grace");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void saysWhatToWatch(Path example) throws IOException {
        assertThat(Files.readString(example)).startsWith("# ").contains("# What to watch: ");
    }
}
