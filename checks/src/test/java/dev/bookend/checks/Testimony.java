package dev.bookend.checks;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which rules a test says that it shows: a sentence of its doc is the word `Shows` and their ids.
/// A class says it for all its methods.
///
/// @param name `SomeTest#method`, or `SomeTest` for all of them
/// @param isTest whether JUnit runs it
record Testimony(String name, boolean isTest, Set<String> rules) {
    private static final Pattern RULE = Pattern.compile("[A-Z]+-\\d+");
    private static final Pattern SENTENCE =
            Pattern.compile("\\bShows (%1$s(?:(?:,| and) %1$s)*)\\.".formatted(RULE));
    private static final Set<String> MARKS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate");

    static List<Testimony> of(Project project) {
        return parse(
                project.files(".java").stream()
                        .filter(Testimony::isOfTests)
                        .collect(Collectors.toMap(Function.identity(), project::text)));
    }

    private static boolean isOfTests(Path file) {
        return file.toString().contains("src/test/java/") || file.startsWith("e2e/tests");
    }

    static List<Testimony> parse(Map<Path, String> sources) {
        return JavaSource.parse(sources, Testimony::read).stream().flatMap(List::stream).toList();
    }

    private static List<Testimony> read(CompilationUnitTree unit, Trees trees) {
        return unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(type -> new TreePath(new TreePath(unit), type))
                .flatMap(type -> read(type, trees))
                .toList();
    }

    private static Stream<Testimony> read(TreePath place, Trees trees) {
        var type = (ClassTree) place.getLeaf();
        var name = type.getSimpleName().toString();
        var methods =
                type.getMembers().stream()
                        .filter(MethodTree.class::isInstance)
                        .map(member -> method(name, new TreePath(place, member), trees))
                        .toList();
        var whole =
                new Testimony(
                        name,
                        methods.stream().anyMatch(Testimony::isTest),
                        rules(trees.getDocComment(place)));
        return Stream.concat(Stream.of(whole), methods.stream());
    }

    private static Testimony method(String type, TreePath place, Trees trees) {
        var method = (MethodTree) place.getLeaf();
        return new Testimony(
                type + "#" + method.getName(), isMarked(method), rules(trees.getDocComment(place)));
    }

    private static boolean isMarked(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .map(mark -> mark.getAnnotationType())
                .map(Tree::toString)
                .anyMatch(MARKS::contains);
    }

    private static Set<String> rules(@Nullable String doc) {
        var sentences = doc == null ? "" : doc.replaceAll("\\s+", " ");
        return SENTENCE.matcher(sentences)
                .results()
                .flatMap(said -> RULE.matcher(said.group(1)).results())
                .map(MatchResult::group)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The class that it is, or is in.
    String type() {
        return name.replaceFirst("#.*", "");
    }

    boolean says(String rule) {
        return rules.contains(rule);
    }
}
