package dev.bookend.lifecycle.recreate;

import java.util.List;
import java.util.Optional;

/// The spec of a ContainerRecreateRequest as its author wrote it: nothing here is judged yet.
public record RecreateSpec(
        String podName,
        List<Entry> containers,
        Strategy strategy,
        Optional<Long> activeDeadlineSeconds,
        Optional<Long> ttlSecondsAfterFinished) {
    public RecreateSpec {
        containers = List.copyOf(containers);
    }

    /// A container, and which of the fields are set that only the system sets.
    public record Entry(String name, List<String> systemFields) {
        public Entry {
            systemFields = List.copyOf(systemFields);
        }
    }

    /// The strategy, with numbers in seconds as written.
    public record Strategy(
            Optional<String> failurePolicy,
            boolean ordered,
            boolean force,
            Optional<Long> grace,
            Optional<Long> unready,
            Optional<Long> minStarted) {
        public static final Strategy DEFAULT =
                new Strategy(
                        Optional.empty(),
                        false,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
    }
}
