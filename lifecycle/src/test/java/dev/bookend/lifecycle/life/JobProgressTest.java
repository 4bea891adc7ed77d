package dev.bookend.lifecycle.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.life.JobProgress.Next;
import dev.bookend.lifecycle.pod.JobSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Optional;

class JobProgressTest {
    /// Pods that succeed are written `+`, those that fail `-`.
    @ParameterizedTest
    @CsvSource({
        "1, 6, '', run 0",
        "1, 6, +, complete",
        "3, 6, ++, run 0",
        "3, 6, +-+, run 0",
        "3, 6, +-+-+, complete",
        "0, 6, '', complete",
        "1, 0, -, failed",
        "1, 1, -, run 10",
        "1, 1, --, failed",
        "1, 6, ------, run 320",
        "1, 6, -------, failed",
        "1, 6, ---+, complete",
        "9, 90, ----------, run 360",
        "9, 2, -+-, run 10",
        "9, 2, -+-+-, failed"
    })
    void whatFollows(int completions, int limit, String pods, String next) {
        var progress = JobProgress.NONE;
        for (var i = 0; i < pods.length(); i++) {
            progress = pods.charAt(i) == '+' ? progress.afterSuccess() : progress.afterFailure();
        }
        assertThat(words(progress.next(spec(completions, limit)))).isEqualTo(next);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false", "0, 1, true", "2, 1, false", "2, 2, true", "6, 7, true"})
    void restartsCountAsFailures(int limit, int restarts, boolean exceeds) {
        assertThat(JobProgress.exceeds(spec(1, limit), restarts)).isEqualTo(exceeds);
    }

    @Test
    void theWordsAreKubernetes() {
        assertThat(JobProgress.tooOften().reason()).isEqualTo("BackoffLimitExceeded");
        assertThat(JobProgress.tooLong().reason()).isEqualTo("DeadlineExceeded");
    }

    private static JobSpec spec(int completions, int limit) {
        return new JobSpec(completions, 1, limit, Optional.<Duration>empty(), false);
    }

    private static String words(Next next) {
        return switch (next) {
            case Next.RunPod(var delay) -> "run " + delay.toSeconds();
            case Next.Complete() -> "complete";
            case Next.Failed _ -> "failed";
        };
    }
}
