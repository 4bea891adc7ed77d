package dev.bookend.lifecycle.recreate;

import java.time.Instant;

/// Where a ContainerRecreateRequest is in its life.
public sealed interface RecreateStage {
    /// An earlier request of the pod is not over (CRR-9).
    record Queued() implements RecreateStage {}

    /// The pod is made unready before anything is stopped (CRR-5).
    record Unready(Instant until) implements RecreateStage {}

    record Working(Instant since) implements RecreateStage {}

    record Completed(Ending why, Instant at) implements RecreateStage {}

    /// What completed a request; whether it succeeded is for its containers to say (CRR-8).
    enum Ending {
        EVERY_CONTAINER_IS_THROUGH(""),
        A_CONTAINER_FAILED("a container failed and the failure policy is Fail"),
        DEADLINE_EXCEEDED("recreating has exceeded activeDeadlineSeconds"),
        POD_GONE("pod has gone");

        private final String words;

        Ending(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    default boolean isOver() {
        return this instanceof Completed;
    }

    /// Whether the request is at work, so that the next one of its pod must wait.
    default boolean isUnderWay() {
        return this instanceof Unready || this instanceof Working;
    }
}
