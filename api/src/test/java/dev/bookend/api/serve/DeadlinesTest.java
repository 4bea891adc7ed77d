package dev.bookend.api.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// Limits of connections when the server goes.
class DeadlinesTest {
    @Test
    void aConnectionThatAClosingServerStillServesIsClosedAtOnce() {
        var closed = new AtomicBoolean();
        var deadlines = new Deadlines();
        deadlines.close();
        try (var limit = deadlines.start(Duration.ofHours(1), () -> closed.set(true))) {
            limit.renew(Duration.ofHours(1));
        }
        assertThat(closed).isTrue();
    }
}
