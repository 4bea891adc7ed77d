package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What the README shows is what users get.
@Tag("slow")
class ReadmeTest {
    private static final Project PROJECT = Project.here();
    private static final Pattern CONSOLE =
            Pattern.compile("(?s)```console\\n\\$ ([^\\n]+)\\n(.*?)```");

    record Shown(String command, String output) {
        static Shown of(MatchResult block) {
            return new Shown(block.group(1), block.group(2).strip());
        }
    }

    static List<Shown> commands() {
        return CONSOLE.matcher(PROJECT.text(Path.of("README.md")))
                .results()
                .map(Shown::of)
                .toList();
    }

    @BeforeAll
    static void build() throws Exception {
        assertThat(Shell.in(PROJECT.root()).run("./bookend", "version").exit()).isZero();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void showsWhatCommandsPrint(Shown shown) throws Exception {
        var printed = Shell.in(PROJECT.root()).run("sh", "-c", shown.command() + " 2>&1");
        assertThat(printed.out()).isEqualTo(shown.output());
    }
}
