package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class HouseStyleTest {
    private static final Project PROJECT = Project.here();
    private static final Pattern DRAWER =
            Pattern.compile("(Abstract|Base)[A-Z]\\w*|\\w+(Manager|Helper|Utils?|Base|Impl)");
    private static final Pattern GETTER = Pattern.compile("\\w+\\.get[A-Z]\\w*");

    /// Spelt so that this file does not find itself.
    private static final Pattern LEFTOVER =
            Pattern.compile(
                    "\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b|@Dis" + "abled|@Suppress" + "Warn");

    private static final Pattern HOPEFUL_SLEEP = Pattern.compile("Thread\\.sl" + "eep\\(");

    @Test
    void everyPackageIsNullMarked() {
        var packages =
                PROJECT.files(".java").stream()
                        .map(Path::getParent)
                        .distinct()
                        .filter(this::isMain);
        assertThat(packages.filter(each -> !isNullMarked(each)))
                .as("packages without @NullMarked in package-info.java")
                .isEmpty();
    }

    @Test
    void namesSayWhatIsSpecial() {
        var names =
                PROJECT.files(".java").stream()
                        .filter(file -> DRAWER.matcher(type(file)).matches());
        assertThat(names).as("a name says what is special about a type").isEmpty();
    }

    @Test
    void accessorsAreNamedByWhatTheyGive() {
        var getters =
                JavaSource.of(PROJECT).stream()
                        .flatMap(
                                source ->
                                        source.methods().stream()
                                                .filter(HouseStyleTest::isGetter)
                                                .map(each -> source.file() + ": " + each.name()));
        assertThat(getters).as("port(), not getPort()").isEmpty();
    }

    @Test
    void nothingIsLeftOverOrSilenced() {
        assertThat(lines(PROJECT.files(".java", ".c", ".h", ".sh"), LEFTOVER)).isEmpty();
    }

    @Test
    void testsWaitForConditions() {
        var tests = PROJECT.files(".java").stream().filter(file -> !isMain(file)).toList();
        assertThat(lines(tests, HOPEFUL_SLEEP)).isEmpty();
    }

    @Test
    void namesOfDrawersAreFound() {
        assertThat(List.of("AbstractPod", "BaseLoop", "PodManager", "IoUtil", "PodImpl"))
                .allMatch(name -> DRAWER.matcher(name).matches());
        assertThat(List.of("Basement", "Database", "Planner", "Utility"))
                .noneMatch(name -> DRAWER.matcher(name).matches());
    }

    private static boolean isGetter(JavaSource.Method method) {
        return method.parameters() == 0
                && !method.overrides()
                && GETTER.matcher(method.name()).matches();
    }

    private boolean isMain(Path file) {
        return !file.toString().contains("src/test/") || file.startsWith("checks");
    }

    private static boolean isNullMarked(Path directory) {
        var info = directory.resolve("package-info.java");
        return PROJECT.has(info.toString()) && PROJECT.text(info).contains("@NullMarked");
    }

    private static String type(Path file) {
        return String.valueOf(file.getFileName()).replace(".java", "");
    }

    private static Stream<String> lines(List<Path> files, Pattern pattern) {
        return files.stream().flatMap(file -> lines(file, pattern));
    }

    private static Stream<String> lines(Path file, Pattern pattern) {
        var lines = PROJECT.lines(file);
        return IntStream.range(0, lines.size())
                .filter(i -> pattern.matcher(lines.get(i)).find())
                .mapToObj(i -> "%s:%d: %s".formatted(file, i + 1, lines.get(i).strip()));
    }
}
