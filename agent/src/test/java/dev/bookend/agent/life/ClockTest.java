package dev.bookend.agent.life;

import static dev.bookend.agent.charge.TestPods.charge;
import static dev.bookend.agent.charge.TestPods.container;
import static dev.bookend.agent.charge.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.loop.PodTime;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event.StopRequested;
import dev.bookend.lifecycle.pod.RestartPolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/// The machine's clock is set while pods live.
class ClockTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(longs = {-3600, 3600})
    void aPodThatTerminatesKeepsItsDeadlineUnderTheNextAgent(long seconds) throws Exception {
        try (var agent = new TestAgent(directory)) {
            var charge = charge(pod(RestartPolicy.ALWAYS, container("app", "stubborn")));
            var stopper = new Stopper();
            var first =
                    agent.begin(
                            charge,
                            stopper,
                            journal ->
                                    (event, step) -> {
                                        journal.append(event, step);
                                        if (event instanceof StopRequested) {
                                            throw new IllegalStateException("dies");
                                        }
                                    });
            stopper.life.complete(first);
            assertThat(first.end())
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableOfType(ExecutionException.class);
            var steady = new SteadyTime();
            agent.clock = () -> steady.instant().plusSeconds(seconds);
            var second = agent.begin(charge, new Onlooker());
            second.stop(Optional.of(Duration.ofSeconds(1)));
            var end = TestAgent.await(second);
            var finished =
                    (ContainerState.Finished) end.containers().firstEntry().getValue().state();
            assertThat(finished.exit().code()).isEqualTo(137);
        }
    }

    @Test
    void aPodsTimeNeverRunsBack() {
        assertThat(PodTime.notBefore(() -> NOW, NOW.plus(HOUR)).instant())
                .isEqualTo(NOW.plus(HOUR));
        assertThat(PodTime.notBefore(() -> NOW, NOW.minus(HOUR)).instant()).isEqualTo(NOW);
    }

    @Test
    void aReportOfAnotherClockIsTakenForNow() {
        assertThat(PodTime.heard(NOW.minusMillis(5), NOW)).isEqualTo(NOW.minusMillis(5));
        assertThat(PodTime.heard(NOW.minus(HOUR), NOW)).isEqualTo(NOW);
        assertThat(PodTime.heard(NOW.plus(HOUR), NOW)).isEqualTo(NOW);
    }
}
