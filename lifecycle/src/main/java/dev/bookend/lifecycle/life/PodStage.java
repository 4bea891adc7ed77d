package dev.bookend.lifecycle.life;

import java.time.Instant;

/// Where a pod is in its life.
public sealed interface PodStage {
    /// Known, and not begun.
    record Unborn() implements PodStage {}

    record Active(Instant since) implements PodStage {}

    /// The containers exit; no container is started any more (EXIT-7).
    record Terminating(StopCause cause, Instant since, Instant deadline, Tempo tempo)
            implements PodStage {
        public Terminating at(Tempo other) {
            return new Terminating(cause, since, deadline, other);
        }
    }

    /// Every container has ended, or never began.
    record Ended(StopCause cause, PodPhase phase, Instant at) implements PodStage {}

    /// How a terminating pod treats its exit order.
    enum Tempo {
        ORDERLY,
        /// The deadline is over: everybody is signalled, order is no longer promised (EXIT-4).
        OVERDUE,
        /// The grace is zero: everybody is killed (EXIT-6).
        ABRUPT
    }
}
