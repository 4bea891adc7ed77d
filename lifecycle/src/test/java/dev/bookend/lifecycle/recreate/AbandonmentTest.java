package dev.bookend.lifecycle.recreate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.recreate.RecreateStatus.ContainerRecreateState;
import dev.bookend.lifecycle.recreate.RecreateStatus.Phase;
import dev.bookend.lifecycle.value.ContainerName;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class AbandonmentTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RequestId ID = new RequestId("one", "uid-1");

    private static RecreateRequest request(Optional<Duration> deadline, String... names) {
        var targets =
                Stream.of(names)
                        .map(it -> new RecreateTarget(new ContainerName(it), Optional.empty(), 0))
                        .toList();
        var strategy =
                new RecreateStrategy(
                        FailurePolicy.FAIL,
                        false,
                        false,
                        Duration.ZERO,
                        Optional.empty(),
                        Duration.ZERO);
        return new RecreateRequest(ID, targets, strategy, deadline, Optional.empty(), NOW);
    }

    private static Optional<Abandonment> after(long seconds, Optional<Duration> deadline) {
        return Abandonment.of(request(deadline), Optional.of(NOW), NOW.plusSeconds(seconds));
    }

    private static ContainerRecreateState state(String name, Phase phase, String message) {
        return new ContainerRecreateState(new ContainerName(name), phase, message, true);
    }

    @Test
    void nothingIsRecreatedInAPodThatIsGone() {
        assertThat(Abandonment.of(request(Optional.empty()), Optional.empty(), NOW))
                .contains(Abandonment.POD_GONE);
    }

    @Test
    void aPodThatNobodyRunsIsAwaitedForFiveMinutes() {
        assertThat(after(299, Optional.empty())).isEmpty();
        assertThat(after(300, Optional.empty())).contains(Abandonment.NOBODY_RAN_THE_POD);
        assertThat(Abandonment.NOBODY_RAN_THE_POD.words())
                .isEqualTo("nobody ran the pod for 300 s");
    }

    @Test
    void itsOwnDeadlineCountsFirst() {
        var deadline = Optional.of(Duration.ofSeconds(10));
        assertThat(after(9, deadline)).isEmpty();
        assertThat(after(10, deadline)).contains(Abandonment.DEADLINE_EXCEEDED);
        assertThat(after(300, deadline)).contains(Abandonment.DEADLINE_EXCEEDED);
    }

    @Test
    void whatWasThroughStaysSoAndTheRestHasFailed() {
        var known =
                List.of(
                        state("done", Phase.SUCCEEDED, "late"),
                        state("failed", Phase.FAILED, "it did not stop"),
                        state("begun", Phase.RECREATING, "waits to stop"));
        var request = request(Optional.empty(), "done", "failed", "begun", "unknown");
        var status = Abandonment.POD_GONE.completed(request, known, NOW);
        assertThat(status.isCompleted()).isTrue();
        assertThat(status.completionTime()).contains(NOW);
        assertThat(status.message()).isEqualTo("pod has gone");
        assertThat(status.containers())
                .containsExactly(
                        state("done", Phase.SUCCEEDED, ""),
                        state("failed", Phase.FAILED, "it did not stop"),
                        state("begun", Phase.FAILED, "pod has gone"),
                        new ContainerRecreateState(
                                new ContainerName("unknown"), Phase.FAILED, "pod has gone", false));
    }
}
