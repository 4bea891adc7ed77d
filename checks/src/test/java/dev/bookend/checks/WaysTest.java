package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The lists of files in docs/architecture.md by which a reader follows one thing through the code.
class WaysTest {
    private static final int MOST_FILES = 12;
    private static final Project PROJECT = Project.here();
    private static final Pattern STEP = Pattern.compile("(\\d+)\\. `(\\w+)`: .+");
    private static final List<Way> WAYS = ways(PROJECT.lines(Path.of("docs/architecture.md")));

    /// @param legs lists of files, each of which refers to the next of its list
    private record Way(String name, List<List<String>> legs) {
        long files() {
            return legs.stream().flatMap(List::stream).distinct().count();
        }

        List<String> faults() {
            var faults = new ArrayList<String>();
            for (var leg : legs) {
                for (var i = 1; i < leg.size(); i++) {
                    if (!refers(leg.get(i - 1), leg.get(i))) {
                        faults.add(leg.get(i - 1) + " does not refer to " + leg.get(i));
                    }
                }
            }
            return faults;
        }
    }

    private static List<Way> ways(List<String> document) {
        var ways = new ArrayList<Way>();
        for (var line : document) {
            if (line.startsWith("#")) {
                ways.add(new Way(line, new ArrayList<>()));
            }
            var step = STEP.matcher(line);
            if (step.matches()) {
                var legs = ways.getLast().legs();
                if (step.group(1).equals("1")) {
                    legs.add(new ArrayList<>());
                }
                legs.getLast().add(step.group(2));
            }
        }
        return ways.stream().filter(it -> !it.legs().isEmpty()).toList();
    }

    private static boolean refers(String from, String to) {
        return !PROJECT.files("/" + to + ".java").isEmpty()
                && PROJECT.files("/" + from + ".java").stream()
                        .map(PROJECT::text)
                        .anyMatch(Pattern.compile("\\b" + to + "\\b").asPredicate());
    }

    @Test
    void eachFileRefersToTheNext() {
        assertThat(WAYS).hasSizeGreaterThanOrEqualTo(3);
        assertThat(WAYS.stream().flatMap(it -> it.faults().stream())).isEmpty();
    }

    @Test
    void noWayIsLong() {
        assertThat(WAYS)
                .allSatisfy(
                        it ->
                                assertThat(it.files())
                                        .as("files of %s", it.name())
                                        .isLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void aBrokenWayIsFound() {
        var broken = List.of("## A way", "1. `Engine`: steps.", "2. `WaysTest`: never.");
        assertThat(ways(broken).getFirst().faults())
                .containsExactly("Engine does not refer to WaysTest");
    }
}
