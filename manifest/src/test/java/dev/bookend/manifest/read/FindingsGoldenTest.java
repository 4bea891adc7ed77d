package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.ManifestSource;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Compares the findings of every `findings/*.yaml` with the `.txt` beside it.
///
/// `-Dgolden.update=true` rewrites the expectations for review.
class FindingsGoldenTest {
    private static final Path DIRECTORY = Path.of("src/test/resources/findings");

    static Stream<Path> inputs() throws IOException {
        try (var files = Files.list(DIRECTORY)) {
            var inputs = files.filter(it -> it.toString().endsWith(".yaml")).sorted().toList();
            assertThat(inputs).isNotEmpty();
            return inputs.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void findsWhatIsExpected(Path input) throws IOException {
        var expected = Path.of(input.toString().replace(".yaml", ".txt"));
        var found = findings(input);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, found);
        }
        assertThat(found).isEqualTo(Files.readString(expected));
    }

    private static String findings(Path input) {
        var file = ManifestReader.read(ManifestSource.of(input));
        return new ManifestJudge(Home.EMBEDDED, Set.of())
                .judge(file).findings().stream()
                        .map(FindingsGoldenTest::line)
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(LocatedFinding found) {
        var finding = found.finding();
        return "%s %s %s".formatted(found.at(), finding.severity().word(), finding.sentence());
    }
}
