package dev.bookend.agent.effects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Probe;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

class ProbeTallyTest {
    /// Results as letters (`+` good, `-` bad); reports as words, a dot where there is none.
    @ParameterizedTest
    @CsvSource({
        "1, 3, +,      passed",
        "1, 3, +++,    passed . .",
        "2, 3, ++,     . passed",
        "2, 3, +-++,   . failing . passed",
        "1, 3, -,      failing",
        "1, 3, ---,    failing . failed",
        "1, 3, -----,  failing . failed . .",
        "1, 1, --,     failed .",
        "1, 3, +-+-+,  passed failing . failing .",
        "1, 3, +---+,  passed failing . failed passed",
        "1, 2, --+--,  failing failed passed failing failed",
    })
    void verdictsAreReportedWhenTheyChange(
            int successes, int failures, String results, String reports) {
        var probe =
                new Probe(
                        new Handler.Exec(List.of("x")),
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        successes,
                        failures,
                        Optional.empty());
        var tally = ProbeTally.EMPTY;
        var said = new StringBuilder();
        for (var i = 0; i < results.length(); i++) {
            var count = tally.count(results.charAt(i) == '+', probe);
            tally = count.tally();
            said.append(count.report().map(verdict -> verdict.word()).orElse(".")).append(' ');
        }
        assertThat(said.toString().strip()).isEqualTo(reports);
    }
}
