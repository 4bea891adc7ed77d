package dev.bookend.runtime;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.PodName;

import java.util.List;
import java.util.Optional;

/// A pod of which containers run, as its runtime knows it.
///
/// @param name empty if the runtime was never told
/// @param attempts at least one
public record LivingPod(String uid, Optional<PodName> name, List<Attempt> attempts) {
    public LivingPod {
        attempts = List.copyOf(attempts);
    }

    /// The names of its containers for a person to read.
    public String containers() {
        return String.join(
                ", ", attempts.stream().map(it -> it.container().text()).distinct().toList());
    }
}
