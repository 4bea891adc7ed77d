package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Which signals are one wish, and which are two.
class EndRequestsTest {
    private static final Optional<Duration> OWN_GRACE = Optional.empty();
    private static final Optional<Duration> AT_ONCE = Optional.of(Duration.ZERO);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);
    private final List<Optional<Duration>> stops = new ArrayList<>();
    private final EndRequests requests = new EndRequests(OWN_GRACE, () -> {}, nanos::get);

    private void hearAfter(Duration pause) {
        nanos.addAndGet(pause.toNanos());
        requests.hear();
    }

    @Test
    void signalsThatComeTogetherAreOneWish() {
        requests.tell(stops::add);
        requests.hear();
        hearAfter(Duration.ofMillis(3));
        hearAfter(Duration.ofMillis(50));
        assertThat(stops).containsExactly(OWN_GRACE);
    }

    @Test
    void aLaterSignalWantsTheEndAtOnceEvenAfterMany() {
        requests.tell(stops::add);
        requests.hear();
        hearAfter(Duration.ofMillis(60));
        hearAfter(Duration.ofMillis(60));
        hearAfter(Duration.ofSeconds(5));
        assertThat(stops).containsExactly(OWN_GRACE, AT_ONCE, AT_ONCE);
    }

    @Test
    void whoListensLateHearsOfTheWishesBefore() {
        requests.hear();
        requests.tell(stops::add);
        hearAfter(Duration.ofSeconds(1));
        requests.tell(stops::add);
        assertThat(stops).containsExactly(OWN_GRACE, AT_ONCE, AT_ONCE);
    }
}
