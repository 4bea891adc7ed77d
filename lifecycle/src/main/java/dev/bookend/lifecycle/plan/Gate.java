package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.value.ContainerName;

/// What a container waits for before it starts: a condition of another container.
public record Gate(ContainerName of, Condition condition) {
    /// How far the other container must have come. Once reached it stays reached: a latch.
    public enum Condition {
        /// Finished for good with exit 0.
        COMPLETED("finished"),
        /// Running, postStart done and startup probe passed.
        STARTED("started"),
        /// Ready once, or finished for good with exit 0.
        SATISFIED("ready");

        private final String word;

        Condition(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    @Override
    public String toString() {
        return of + " " + condition.word();
    }
}
