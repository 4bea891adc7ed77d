package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class SizesTest {
    private static final Project PROJECT = Project.here();

    @Test
    void allJavaSourcesKeepTheSizes() {
        var sources = JavaSource.of(PROJECT);
        report(sources);
        assertThat(sources.stream().flatMap(source -> Sizes.tooLarge(source).stream())).isEmpty();
    }

    @Test
    void allCSourcesKeepTheSizes() {
        var sources = PROJECT.files(".c", ".h").stream();
        assertThat(
                        sources.map(file -> CSource.parse(file, PROJECT.lines(file)))
                                .flatMap(source -> Sizes.tooLarge(source).stream()))
                .isEmpty();
    }

    @Test
    void longMethodIsFound() {
        var body = "        x();\n".repeat(39);
        var source = java("class A {\n    void a() {\n" + body + "    }\n}\n");
        assertThat(Sizes.tooLarge(source))
                .containsExactly("A.java:2: A.a has 41 lines, at most 40");
    }

    @Test
    void annotationsAreNotPartOfTheMethod() {
        var body = "        x();\n".repeat(38);
        var source = java("class A {\n    @Test\n    void a() {\n" + body + "    }\n}\n");
        assertThat(source.methods().getFirst().length()).isEqualTo(40);
    }

    @Test
    void longFileAndWideLineAreFound() {
        var source = java("//" + "x".repeat(99) + "\n" + "\n".repeat(400));
        assertThat(Sizes.tooLarge(source))
                .containsExactly(
                        "A.java: has 401 lines, at most 400",
                        "A.java:1: is 101 characters wide, at most 100");
    }

    @Test
    void manyParametersAreFoundInMethodsAndConstructors() {
        var six = "(int a, int b, int c, int d, int e, int f) {}\n";
        var source = java("class A {\n    A" + six + "    void a" + six + "}\n");
        assertThat(Sizes.tooLarge(source))
                .containsExactly(
                        "A.java:2: A.<init> takes 6 parameters, at most 5",
                        "A.java:3: A.a takes 6 parameters, at most 5");
    }

    @Test
    void recordComponentsAreNoParameters() {
        var source = java("record A(int a, int b, int c, int d, int e, int f) {\n    A {}\n}\n");
        assertThat(Sizes.tooLarge(source)).isEmpty();
    }

    @Test
    void longFunctionIsFoundInBothLayouts() {
        var body = "    x();\n".repeat(59);
        var text =
                "int a(int b,\n      int c)\n{\n" + body + "}\n\nvoid d(void) {\n" + body + "}\n";
        var source = CSource.parse(Path.of("a.c"), text.lines().toList());
        assertThat(Sizes.tooLarge(source))
                .containsExactly(
                        "a.c:1: a has 63 lines, at most 60", "a.c:65: d has 61 lines, at most 60");
    }

    @Test
    void structuresAndTablesAreNoFunctions() {
        var text = "struct a {\n    int (*f)(void);\n};\n\nstatic int b[] = {\n    1,\n};\n";
        assertThat(CSource.parse(Path.of("a.c"), text.lines().toList()).functions()).isEmpty();
    }

    private static JavaSource java(String text) {
        return JavaSource.parse(Map.of(Path.of("A.java"), text)).getFirst();
    }

    private static void report(List<JavaSource> sources) {
        System.out.printf(
                "%d Java files, median %d lines; methods: median %d lines%n",
                sources.size(),
                Sizes.median(sources.stream().mapToInt(source -> source.lines().size())),
                Sizes.median(
                        sources.stream()
                                .flatMap(source -> source.methods().stream())
                                .mapToInt(JavaSource.Method::length)));
    }
}
