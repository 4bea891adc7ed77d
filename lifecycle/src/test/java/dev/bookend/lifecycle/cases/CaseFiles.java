package dev.bookend.lifecycle.cases;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// The files below `cases`, and how what they expect differs from what follows.
final class CaseFiles {
    private static final Path ROOT = Path.of("src/test/resources/cases");

    private CaseFiles() {}

    static List<Path> all() throws IOException {
        return below(ROOT);
    }

    static List<Path> topics() throws IOException {
        try (var topics = Files.list(ROOT)) {
            return topics.filter(Files::isDirectory).sorted().toList();
        }
    }

    static List<Path> below(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".case")).sorted().toList();
        }
    }

    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }

    static void update(Path file) throws IOException {
        Files.write(file, Case.read(Files.readAllLines(file)).lived().text());
    }

    static String difference(Path file) throws IOException {
        return difference(Files.readAllLines(file));
    }

    /// Empty if everything followed as expected, and nothing else did.
    static String difference(List<String> text) {
        var expected = Case.read(text);
        var wanted = expected.lines();
        var real = expected.lived().lines();
        return IntStream.range(0, Math.max(wanted.size(), real.size()))
                .mapToObj(i -> difference(line(wanted, i), line(real, i)))
                .filter(each -> !each.isEmpty())
                .collect(joining("\n"));
    }

    private static CaseLine line(List<CaseLine> lines, int i) {
        return i < lines.size() ? lines.get(i) : new CaseLine.Verbatim(0, "");
    }

    private static String difference(CaseLine wanted, CaseLine real) {
        return wanted.equals(real) || words(wanted).equals(words(real))
                ? ""
                : "line %d\n  - %s\n  + %s".formatted(wanted.number(), words(wanted), words(real));
    }

    private static String words(CaseLine line) {
        return String.join(" ", new Case(List.of(line)).text()).replaceAll("\\s+", " ").strip();
    }
}
