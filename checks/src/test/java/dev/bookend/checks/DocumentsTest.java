package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class DocumentsTest {
    private static final Project PROJECT = Project.here();
    private static final Pattern LINK =
            Pattern.compile("(?:\\]\\(|src=\"|href=\")([^)\"\\s]+)[)\"]");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^(\\./?\\S+)(.*)$");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w+)[`.]");
    private static final Pattern VERB = Pattern.compile("bookend ([a-z]+)\\b");
    private static final Pattern CODE = Pattern.compile("(?s)```sh\\n(.*?)```");

    @Test
    void linksLeadToFilesAndHeadings() {
        var broken =
                PROJECT.files(".md").stream()
                        .flatMap(
                                document ->
                                        links(document)
                                                .filter(link -> !leadsSomewhere(document, link))
                                                .map(link -> document + ": " + link));
        assertThat(broken).as("broken links").isEmpty();
    }

    @Test
    void brokenLinksAreFound() {
        var readme = Path.of("README.md");
        assertThat(leadsSomewhere(readme, "docs/nowhere.md")).isFalse();
        assertThat(leadsSomewhere(readme, "docs/words.md#nothing-of-that-name")).isFalse();
        assertThat(leadsSomewhere(readme, "docs/words.md")).isTrue();
        assertThat(leadsSomewhere(Path.of("docs/words.md"), "../README.md")).isTrue();
    }

    @Test
    void typesNamedInTheArchitectureExist() {
        var text = PROJECT.text(Path.of("docs/architecture.md"));
        var unknown = matches(TYPE, text).map(type -> type.group(1)).filter(type -> !isType(type));
        assertThat(unknown.distinct()).as("types in docs/architecture.md").isEmpty();
        assertThat(isType("NoSuchType")).isFalse();
    }

    @Test
    void verbsInTheReadmeExist() {
        var words =
                matches(VERB, PROJECT.text(Path.of("README.md")))
                        .map(verb -> verb.group(1))
                        .toList();
        assertThat(words).isNotEmpty();
        assertThat(words.stream().filter(word -> !isVerb(word)))
                .as("verbs in the README")
                .isEmpty();
        assertThat(isVerb("fly")).isFalse();
    }

    @Test
    void programsAndFilesInTheCommandsOfTheReadmeExist() {
        var missing =
                matches(CODE, PROJECT.text(Path.of("README.md")))
                        .flatMap(block -> matches(COMMAND, block.group(1)))
                        .flatMap(DocumentsTest::paths)
                        .filter(path -> !PROJECT.has(path));
        assertThat(missing).as("named in the README, but missing").isEmpty();
    }

    private static boolean isType(String name) {
        return PROJECT.files("/" + name + ".java").size() == 1;
    }

    private static boolean isVerb(String word) {
        var verbs = Path.of("cli/src/main/java/dev/bookend/cli/verb/Verb.java");
        return PROJECT.text(verbs).contains("(\"" + word + "\")");
    }

    private static Stream<String> paths(MatchResult command) {
        return Stream.concat(
                Stream.of(command.group(1)),
                Stream.of(command.group(2).split(" ")).filter(word -> word.endsWith(".yaml")));
    }

    private static Stream<String> links(Path document) {
        return matches(LINK, PROJECT.text(document))
                .map(link -> link.group(1))
                .filter(link -> !link.contains("://") && !link.startsWith("mailto:"));
    }

    private static boolean leadsSomewhere(Path document, String link) {
        var parts = link.split("#", 2);
        var target = parts[0].isEmpty() ? document : sibling(document, parts[0]);
        return PROJECT.has(target.toString())
                && (parts.length == 1 || hasHeading(target, parts[1]));
    }

    private static Path sibling(Path document, String link) {
        return PROJECT.root()
                .relativize(PROJECT.root().resolve(document).resolveSibling(link).normalize());
    }

    private static boolean hasHeading(Path document, String anchor) {
        return matches(HEADING, PROJECT.text(document))
                .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .anyMatch(anchor::equals);
    }

    private static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
