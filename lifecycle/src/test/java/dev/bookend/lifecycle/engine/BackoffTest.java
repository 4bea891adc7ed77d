package dev.bookend.lifecycle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.cases.CaseTime;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;

class BackoffTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 10",
        "2, 20",
        "3, 40",
        "4, 80",
        "5, 160",
        "6, 300",
        "7, 300",
        "64, 300",
        "2147483647, 300"
    })
    void growsWithEachCrash(int crashes, long seconds) {
        assertThat(Backoff.delay(crashes)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"600000, true", "599999, false", "86400000, true", "0, false", "-5000, false"})
    void isForgottenAfterALongRun(long millis, boolean forgotten) {
        var ended = CaseTime.ZERO.plusMillis(millis);
        var attempt = new Attempt(new ContainerName("app"), 1);
        var run = new PastRun(attempt, Exit.of(1), "", CaseTime.ZERO, ended);
        assertThat(Backoff.forgets(run)).isEqualTo(forgotten);
    }
}
