package dev.bookend.agent.opening;

import dev.bookend.agent.journal.JournalDamage;
import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.LivingPod;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.util.Optional;

/// What runs of a life, by the word of the runtime, whatever is written about it.
public record Survivors(ContainerRuntime runtime) {
    /// The names of the containers that run; empty if none does.
    public Optional<String> of(String uid) throws IOException {
        try {
            return runtime.living(uid).map(LivingPod::containers);
        } catch (RuntimeFailure failure) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    /// Refuses to take a life for over or unborn while containers of it run.
    void refuse(String uid, String writing) throws IOException, JournalDamage {
        var running = of(uid);
        if (running.isPresent()) {
            throw new JournalDamage(
                    "%s, and yet its containers run: %s".formatted(writing, running.get()));
        }
    }
}
