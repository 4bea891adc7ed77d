package dev.bookend.agent.charge;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.SandboxRequest;

import java.util.Optional;

/// One life of a pod that somebody answers for.
///
/// @param charge what it would begin by; empty if its manifest is refused or lost, so that it can
///   only be gone on with, or ended
/// @param refusal why there is no charge
public record PodClaim(PodName name, String uid, Optional<PodCharge> charge, String refusal) {
    /// A claim to a life by a manifest.
    public static PodClaim of(PodCharge charge, String uid) {
        return new PodClaim(charge.name(), uid, Optional.of(charge), "");
    }

    /// A claim to a life of which no good manifest is known.
    public static PodClaim without(PodName name, String uid, String refusal) {
        return new PodClaim(name, uid, Optional.empty(), refusal);
    }

    public SandboxRequest sandbox() {
        return charge.map(it -> it.sandbox(uid))
                .orElseGet(() -> new SandboxRequest(uid, name, name.name(), PodSharing.NONE));
    }
}
