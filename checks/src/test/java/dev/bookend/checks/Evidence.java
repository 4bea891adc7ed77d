package dev.bookend.checks;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The tests of the project, looked up by the names that the promises use for them.
record Evidence(Project project, List<Path> tests, List<Path> cases) {
    private static final String RESOURCES = "lifecycle/src/test/resources/";

    static Evidence of(Project project) {
        var tests =
                project.files(".java").stream()
                        .filter(file -> file.toString().contains("src/test/java/"))
                        .toList();
        return new Evidence(project, tests, project.files(".case"));
    }

    /// The rules that a case says it shows.
    Set<String> rules(Path scenario) {
        var rules = new HashSet<String>();
        for (var line : project.lines(scenario))
            if (line.startsWith("rules ")) rules.addAll(List.of(line.strip().split("\\s+")));
        rules.remove("rules");
        return rules;
    }

    /// Why this test does not show this rule, if so.
    Optional<String> fault(String rule, String test) {
        if (test.startsWith("cases/")) return caseFault(rule, Path.of(RESOURCES + test));
        if (test.contains("/"))
            return project.has(test) ? Optional.empty() : Optional.of("there is no file " + test);
        return methodFault(test);
    }

    private Optional<String> caseFault(String rule, Path scenario) {
        if (!cases.contains(scenario)) return Optional.of("there is no case " + scenario);
        if (rules(scenario).contains(rule)) return Optional.empty();
        return Optional.of("%s does not say `rules %s`".formatted(scenario, rule));
    }

    private Optional<String> methodFault(String test) {
        var parts = test.split("#", 2);
        var files = tests.stream().filter(file -> file.endsWith(parts[0] + ".java")).toList();
        if (files.isEmpty()) return Optional.of("there is no test class " + parts[0]);
        if (parts.length == 1) return Optional.empty();
        var method = Pattern.compile("\\b" + Pattern.quote(parts[1]) + "\\(");
        return files.stream().anyMatch(file -> method.matcher(project.text(file)).find())
                ? Optional.empty()
                : Optional.of("%s has no method %s".formatted(parts[0], parts[1]));
    }

    /// Ids in the cases that are no rules, as sentences.
    Stream<String> unknownRules(Set<String> known) {
        return cases.stream()
                .flatMap(
                        each ->
                                rules(each).stream()
                                        .filter(rule -> !known.contains(rule))
                                        .map(
                                                rule ->
                                                        "%s: there is no rule %s"
                                                                .formatted(each, rule)));
    }
}
