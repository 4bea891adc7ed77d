package dev.bookend.lifecycle.life;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class HasteningTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant DEADLINE = NOW.plusSeconds(30);

    @Test
    void aShorterGraceBringsTheDeadlineNearer() {
        assertThat(Hastening.sooner(DEADLINE, NOW, Duration.ofSeconds(5)))
                .contains(NOW.plusSeconds(5));
        assertThat(Hastening.sooner(DEADLINE, NOW, Duration.ZERO)).contains(NOW);
    }

    @Test
    void theSameOrALongerOneChangesNothing() {
        assertThat(Hastening.sooner(DEADLINE, NOW, Duration.ofSeconds(30))).isEmpty();
        assertThat(Hastening.sooner(DEADLINE, NOW, Duration.ofSeconds(Long.MAX_VALUE))).isEmpty();
    }

    @Test
    void aDeadlineThatHasPassedStays() {
        assertThat(Hastening.sooner(NOW, NOW, Duration.ZERO)).isEmpty();
        assertThat(Hastening.sooner(NOW, NOW.plusSeconds(1), Duration.ZERO)).isEmpty();
    }
}
