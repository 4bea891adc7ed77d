package dev.bookend.checks;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tests of the project and the rules that each of them says it shows.
///
/// @param cases the rules of each scenario, by the name that the promises use for it
record Evidence(List<Testimony> tests, Map<String, Set<String>> cases) {
    private static final Path RESOURCES = Path.of("lifecycle/src/test/resources");

    static Evidence of(Project project) {
        var cases =
                project.files(".case").stream()
                        .filter(file -> file.startsWith(RESOURCES))
                        .collect(
                                Collectors.toMap(
                                        file -> RESOURCES.relativize(file).toString(),
                                        file -> rules(project.lines(file))));
        return new Evidence(Testimony.of(project), cases);
    }

    private static Set<String> rules(List<String> scenario) {
        var rules = new HashSet<String>();
        for (var line : scenario)
            if (line.startsWith("rules ")) rules.addAll(List.of(line.strip().split("\\s+")));
        rules.remove("rules");
        return Set.copyOf(rules);
    }

    /// Why this test does not show this rule, if so.
    Optional<String> fault(String rule, String test) {
        if (isCase(test)) return caseFault(rule, test);
        if (test.contains("/"))
            return Optional.of("%s is a file: name the test, SomeTest#method".formatted(test));
        return testFault(rule, test);
    }

    private static boolean isCase(String test) {
        return test.startsWith("cases/");
    }

    private Optional<String> caseFault(String rule, String scenario) {
        if (!cases.containsKey(scenario)) return Optional.of("there is no case " + scenario);
        return says(scenario, rule)
                ? Optional.empty()
                : Optional.of("%s does not say `rules %s`".formatted(scenario, rule));
    }

    private boolean says(String scenario, String rule) {
        return cases.getOrDefault(scenario, Set.of()).contains(rule);
    }

    private Optional<String> testFault(String rule, String test) {
        var found = tests.stream().filter(it -> it.isTest() && it.name().equals(test)).toList();
        if (found.isEmpty()) return Optional.of(missing(test));
        if (found.size() > 1) return Optional.of("there are several tests " + test);
        return found.getFirst().says(rule)
                ? Optional.empty()
                : Optional.of("%s does not say `Shows %s.`".formatted(test, rule));
    }

    private String missing(String test) {
        var parts = test.split("#", 2);
        return tests.stream().anyMatch(it -> it.isTest() && it.name().equals(parts[0]))
                ? "%s has no test %s".formatted(parts[0], parts[1])
                : "there is no test class " + parts[0];
    }

    /// What says that it shows this rule and is not among the tests named for it, in sentences.
    Stream<String> omitted(String rule, Set<String> named) {
        var silent =
                tests.stream()
                        .filter(it -> it.says(rule) && !named.contains(it.name()))
                        .map(it -> it.name() + " says that it shows this, and is not named");
        return Stream.concat(silent, noCase(rule, named));
    }

    /// Scenarios are many, so a few of them are enough; and they may show a part of what is for
    /// later.
    private Stream<String> noCase(String rule, Set<String> named) {
        return named.isEmpty() || named.stream().anyMatch(Evidence::isCase)
                ? Stream.empty()
                : cases.keySet().stream()
                        .filter(it -> says(it, rule))
                        .sorted()
                        .limit(1)
                        .map(it -> it + " says that it shows this, and no case is named");
    }

    /// What says that it shows something and cannot, in sentences.
    Stream<String> impossible(Set<String> known) {
        var idle =
                tests.stream()
                        .filter(it -> !it.isTest() && !it.rules().isEmpty())
                        .map(it -> it.name() + " says that it shows a rule, and is no test");
        var unknown =
                Stream.concat(
                        tests.stream().flatMap(it -> unknown(it.name(), it.rules(), known)),
                        cases.entrySet().stream()
                                .flatMap(it -> unknown(it.getKey(), it.getValue(), known)));
        return Stream.concat(idle, unknown);
    }

    private static Stream<String> unknown(String name, Set<String> rules, Set<String> known) {
        return rules.stream()
                .filter(rule -> !known.contains(rule))
                .map(rule -> "%s: there is no rule %s".formatted(name, rule));
    }

    /// The rules that this test says it shows.
    Set<String> shownBy(String test) {
        return tests.stream()
                .filter(it -> it.name().equals(test))
                .map(Testimony::rules)
                .flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }
}
