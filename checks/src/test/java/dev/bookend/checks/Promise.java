package dev.bookend.checks;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One row of `docs/promises.md`: a rule, its wording for users, and the tests that show it, first
/// on one machine, then in a cluster.
record Promise(String rule, String wording, String embedded, String cluster) {
    private static final Pattern ROW = Pattern.compile("\\| *([A-Z]+-\\d+) *\\|(.*)\\|\\s*");

    /// The rule says nothing about this home.
    private static final String NOT_HERE = "–";

    private static final String LATER = "later";

    static List<Promise> parse(List<String> lines) {
        return lines.stream().flatMap(Promise::row).toList();
    }

    private static Stream<Promise> row(String line) {
        var row = ROW.matcher(line);
        if (!row.matches()) return Stream.empty();
        var cells = Stream.of(row.group(2).split("\\|", -1)).map(String::strip).toList();
        if (cells.size() != 3)
            throw new AssertionError(
                    row.group(1) + ": a row is rule | promise | embedded tests | cluster tests");
        return Stream.of(new Promise(row.group(1), cells.get(0), cells.get(1), cells.get(2)));
    }

    /// What is wrong with this row, in sentences.
    List<String> faults(Evidence evidence) {
        var own =
                Stream.of(
                                fault(wording.length() < 20, "say what users may rely on"),
                                fault(embedded.isEmpty() || cluster.isEmpty(), EMPTY),
                                fault(isNotHere(embedded) && isNotHere(cluster), "no home has it"))
                        .flatMap(each -> each);
        var unproved = tests().stream().flatMap(test -> evidence.fault(rule, test).stream());
        return Stream.concat(own, unproved).map(fault -> rule + ": " + fault).toList();
    }

    /// Which tests this row ought to name and does not, in sentences.
    List<String> omissions(Evidence evidence) {
        return evidence.omitted(rule, tests()).map(test -> rule + ": " + test).toList();
    }

    private Set<String> tests() {
        return Stream.of(embedded, cluster)
                .flatMap(Promise::tests)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static final String EMPTY =
            "a cell names tests (`cases/x.case`, `SomeTest#method`), or says `later` or `–`";

    private static Stream<String> fault(boolean found, String sentence) {
        return found ? Stream.of(sentence) : Stream.empty();
    }

    private static boolean isNotHere(String cell) {
        return cell.equals(NOT_HERE);
    }

    private static Stream<String> tests(String cell) {
        return Stream.of(cell.replace("`", "").split(",|<br>|\\s"))
                .filter(test -> !test.isEmpty() && !test.equals(NOT_HERE) && !test.equals(LATER));
    }
}
