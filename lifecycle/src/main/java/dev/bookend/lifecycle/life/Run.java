package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;

/// A container's process that was started and has not ended.
public record Run(Attempt attempt, RuntimeId id, Instant since, Health health) {
    public Run with(Health other) {
        return new Run(attempt, id, since, other);
    }

    public boolean ready() {
        return health == Health.READY;
    }

    public boolean started() {
        return health != Health.STARTING;
    }
}
