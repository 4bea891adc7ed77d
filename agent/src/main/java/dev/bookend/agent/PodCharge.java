package dev.bookend.agent;

import dev.bookend.lifecycle.PodManifest;
import dev.bookend.lifecycle.PodName;
import dev.bookend.lifecycle.PodPlan;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.CRC32C;

/// A pod that somebody wants to live.
///
/// @param source its manifest as text, from which manifest and plan can be made again
/// @param grace what overrides the manifest's grace
public record PodCharge(
        PodManifest manifest, PodPlan plan, String source, Optional<Duration> grace) {
    /// The plan by which the pod lives.
    PodPlan effectivePlan() {
        return grace.map(plan::withGrace).orElse(plan);
    }

    PodName name() {
        return plan.pod();
    }

    /// Enough to tell a reader which manifest it was.
    String digest() {
        var crc = new CRC32C();
        crc.update(source.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
