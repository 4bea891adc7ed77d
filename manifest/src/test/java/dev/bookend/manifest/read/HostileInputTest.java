package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.text.Limits;
import dev.bookend.manifest.text.ManifestSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class HostileInputTest {
    /// Guards against a hang only.
    private static final Duration AT_MOST = Duration.ofMinutes(1);

    private static final int MEGABYTE = 1024 * 1024;

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void endsWithOneFinding(String name, byte[] bytes, String says) {
        var found =
                assertTimeoutPreemptively(
                        AT_MOST,
                        () -> ManifestReader.read(source(new ByteArrayInputStream(bytes))));
        assertThat(found.findings()).singleElement().matches(it -> it.finding().isError());
        assertThat(found.findings().getFirst().finding().says()).contains(says);
        assertThat(found.pods()).isEmpty();
    }

    static Stream<Arguments> endsWithOneFinding() {
        return Stream.of(
                text("ten megabytes", "a: " + "x".repeat(10 * MEGABYTE), "larger than 4 MB"),
                text("deep brackets", "[".repeat(100_000), "nested deeper than 100 levels"),
                text("deep braces", "{a: ".repeat(100_000), "nested deeper than 100 levels"),
                text("deep dashes", "- ".repeat(100_000), "nested deeper than 100 levels"),
                text("deep indentation", deepIndentation(), "nested deeper than 100 levels"),
                text("exploding aliases", bomb(60), "more than 200000 values"),
                text("deep aliases", chain(150), "nested deeper than 100 levels"),
                text("merged aliases", merges(), "more than 200000 values"),
                text("many values", "a: [" + "1,".repeat(1_000_000) + "]", "more than 200000"),
                text("many documents", "---\n".repeat(500_000), "more than 1000 documents"),
                text("a long comment", "# " + "x".repeat(4_000_000), "there is no pod in it"),
                text("a long word", "x".repeat(4_000_000), "a document must be a mapping"),
                text("a long number", "9".repeat(1_000_000), "a document must be a mapping"),
                text("a tab", "a:\n\tb: 1\n", "(TAB)"),
                text("a zero byte", "a: \0", "control character U+0000"),
                text("an escape", "a: \u001b[31m", "control character U+001B"),
                text("nothing", "", "there is no pod in it"),
                arguments("binary", new byte[] {(byte) 0xCA, (byte) 0xFE, 0, 1}, "not UTF-8"),
                arguments("UTF-16", "a: b".getBytes(StandardCharsets.UTF_16), "not UTF-8"));
    }

    @Test
    void aPodOfTooManyContainersIsRefusedBeforeItIsPlanned() {
        var head = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n";
        var file = ManifestReader.read("a", head + "  - name: a\n".repeat(40_000));
        var verdict = new ManifestJudge(Home.EMBEDDED, Set.of()).judge(file);
        assertThat(verdict.pods().size()).isZero();
        assertThat(verdict.findings())
                .singleElement()
                .matches(it -> it.finding().says().equals("more than 500 containers"));
    }

    @Test
    void countlessFindingsEndInOneThatSaysSo() {
        var file =
                ManifestReader.read("a", "kind: List\nitems:\n" + "- {kind: Pod}\n".repeat(40_000));
        var verdict = new ManifestJudge(Home.EMBEDDED, Set.of()).judge(file);
        assertThat(verdict.findings()).hasSize(Limits.MOST_FINDINGS + 1);
        assertThat(verdict.findings().getLast().finding().says()).contains("more than 500");
    }

    @Test
    void countlessWarningsMakeNoFileWrong() {
        var verdict = judged("- %s\n".formatted(podWith("unheardOf: 1")).repeat(600));
        assertThat(verdict.anyError()).isFalse();
        assertThat(verdict.pods()).hasSize(600);
        assertThat(verdict.findings()).hasSize(Limits.MOST_FINDINGS + 1);
        assertThat(verdict.findings())
                .filteredOn(it -> it.finding().says().contains("more than 500 warnings"))
                .hasSize(1);
    }

    @Test
    void anErrorBehindCountlessWarningsIsStillSaid() {
        var many = new StringBuilder();
        for (var i = 0; i < 600; i++) many.append("unheardOf%d: 1, ".formatted(i));
        var verdict = judged("- %s\n".formatted(podWith(many + "hostPID: never")));
        assertThat(verdict.anyError()).isTrue();
        assertThat(verdict.findings()).anyMatch(it -> it.finding().path().endsWith("spec.hostPID"));
    }

    private static String podWith(String more) {
        return "{apiVersion: v1, kind: Pod, metadata: {name: a},"
                + " spec: {containers: [{name: a, image: a, command: [a]}], %s}}".formatted(more);
    }

    private static ManifestJudge.Verdict judged(String items) {
        var file = ManifestReader.read("a", "apiVersion: v1\nkind: List\nitems:\n" + items);
        return new ManifestJudge(Home.EMBEDDED, Set.of()).judge(file);
    }

    @Test
    void aDirectoryIsNoManifest(@TempDir Path directory) {
        assertThat(says(ManifestSource.of(directory))).isEqualTo("it is a directory");
    }

    @Test
    void aMissingFileIsNamedSo(@TempDir Path directory) {
        assertThat(says(ManifestSource.of(directory.resolve("nothing.yaml"))))
                .isEqualTo("there is no such file");
    }

    @Test
    void aFileWithoutPermissionIsNamedSo() {
        var source =
                new ManifestSource(
                        "a",
                        () -> {
                            throw new AccessDeniedException("a");
                        });
        assertThat(says(source)).isEqualTo("there is no permission to read it");
    }

    @Test
    void anEndlessStreamIsReadOnlyToTheLimit() {
        var half = new ByteArrayInputStream(new byte[3 * MEGABYTE]);
        var more = new ByteArrayInputStream(new byte[9 * MEGABYTE]);
        assertThat(says(source(new SequenceInputStream(half, more))))
                .isEqualTo("it is larger than 4 MB");
        assertThat(more.available()).isGreaterThan(7 * MEGABYTE);
    }

    @Test
    void aByteOrderMarkIsNotPartOfTheText() {
        var file = ManifestReader.read(source(bytes("\uFEFFkind: Namespace\n")));
        assertThat(file.findings()).isEmpty();
        assertThat(file.others()).hasSize(1);
    }

    private static Arguments text(String name, String text, String says) {
        return arguments(name, text.getBytes(StandardCharsets.UTF_8), says);
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ManifestSource source(InputStream stream) {
        return ManifestSource.of("a", stream);
    }

    private static String says(ManifestSource source) {
        var findings = ManifestReader.read(source).findings();
        assertThat(findings).hasSize(1);
        return findings.getFirst().finding().says();
    }

    private static String deepIndentation() {
        return IntStream.range(0, 1000)
                .mapToObj(i -> " ".repeat(i) + "a:\n")
                .collect(Collectors.joining());
    }

    private static String bomb(int steps) {
        return "a0: &a0 [x, x]\n"
                + IntStream.rangeClosed(1, steps)
                        .mapToObj(i -> "a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1))
                        .collect(Collectors.joining());
    }

    private static String chain(int steps) {
        return "a0: &a0 [x]\n"
                + IntStream.rangeClosed(1, steps)
                        .mapToObj(i -> "a%d: &a%d [*a%d]\n".formatted(i, i, i - 1))
                        .collect(Collectors.joining());
    }

    private static String merges() {
        var wide = IntStream.range(0, 5_000).mapToObj("k%d: 1"::formatted).toList();
        return "a: &a {%s}\n".formatted(String.join(", ", wide))
                + IntStream.range(0, 100)
                        .mapToObj("b%d: {<<: *a}\n"::formatted)
                        .collect(Collectors.joining());
    }
}
