package dev.bookend.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.CapturedRun;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

class CompletionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ch|check",
                "--v|--version",
                "check -o j|json",
                "plan --output m|mermaid",
                "run --st|--state",
                "run --isolation n|none",
                "delete --name|--namespace",
                "run some|''",
                "run --state some|''",
            })
    void theShellOffersWhatFits(String line, String offered) throws Exception {
        assertThat(complete(line)).isEqualTo(offered);
    }

    /// Sets what bash would set when the tabulator is pressed at the end of the line.
    private static String complete(String line) throws IOException, InterruptedException {
        var script = CapturedRun.of("completion").out();
        var ask =
                """
                %s
                COMP_WORDS=(bookend %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _bookend; echo "${COMPREPLY[*]}"
                """
                        .formatted(script, line);
        var bash = new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();
        var answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return answer.strip();
    }
}
