package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.value.Lengths;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An accepted ContainerRecreateRequest: everything it leaves open is decided.
public record RecreateRequest(
        RequestId id,
        List<RecreateTarget> targets,
        RecreateStrategy strategy,
        Optional<Duration> activeDeadline,
        Optional<Duration> ttl,
        Instant created) {
    public RecreateRequest {
        targets = List.copyOf(targets);
    }

    public Optional<Instant> deadline() {
        return activeDeadline.map(it -> Lengths.after(created, it));
    }
}
