package dev.bookend.agent.charge;

import dev.bookend.agent.environment.Environment;
import dev.bookend.agent.state.Machine;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestDocument.PodDocument;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.runtime.SandboxRequest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.zip.CRC32C;

/// A pod that somebody wants to live.
///
/// @param source its manifest as JSON, from which manifest and plan can be made again
/// @param grace what overrides the manifest's grace
public record PodCharge(
        PodManifest manifest, PodPlan plan, String source, Optional<Duration> grace) {
    private static final int SUFFIX = 5;

    /// A charge for a pod that was read. One with only `generateName` gets its name here.
    public static PodCharge of(PodDocument document, PodPlan plan, Optional<Duration> grace)
            throws IOException {
        if (!document.pod().meta().name().isEmpty()) {
            return new PodCharge(document.pod(), plan, document.json().line(), grace);
        }
        var name = document.pod().meta().generateName().orElse("pod-") + suffix();
        return read(named(document.json(), name).line(), grace)
                .orElseThrow(
                        () -> new IllegalStateException("no pod any more under the name " + name));
    }

    /// The same for a pod of another name, such as one of several that a Job runs.
    public PodCharge renamed(String name) {
        return ManifestReader.read("kept manifest", source).pods().stream()
                .findFirst()
                .flatMap(document -> read(named(document.json(), name).line(), grace))
                .orElseThrow(
                        () -> new IllegalStateException("no pod any more under the name " + name));
    }

    private static String suffix() throws IOException {
        return Machine.freshId().substring(0, SUFFIX);
    }

    private static Json named(Json object, String name) {
        var fields = new LinkedHashMap<>(((Json.Obj) object).fields());
        var meta = new LinkedHashMap<String, Json>();
        object.field("metadata").ifPresent(it -> meta.putAll(((Json.Obj) it).fields()));
        meta.put("name", Json.of(name));
        fields.put("metadata", new Json.Obj(meta));
        return new Json.Obj(fields);
    }

    /// Makes a charge again from the text that was kept of it; empty if this program takes it for
    /// no pod any more.
    public static Optional<PodCharge> read(String source, Optional<Duration> grace) {
        return ManifestReader.read("kept manifest", source).pods().stream()
                .findFirst()
                .flatMap(document -> of(document.pod(), source, grace));
    }

    /// The same for a pod that lives: the rules of today do not end what an older release took.
    public static Optional<PodCharge> resume(String source, Optional<Duration> grace) {
        return ManifestReader.read("kept manifest", source).pods().stream()
                .findFirst()
                .map(PodDocument::pod)
                .map(it -> new PodCharge(it, Planner.resume(it), source, grace));
    }

    private static Optional<PodCharge> of(
            PodManifest pod, String source, Optional<Duration> grace) {
        return Planner.plan(pod, Home.EMBEDDED) instanceof PlanResult.Planned(var plan, _)
                ? Optional.of(new PodCharge(pod, plan, source, grace))
                : Optional.empty();
    }

    /// The plan by which the pod lives.
    public PodPlan effectivePlan() {
        return grace.map(plan::withGrace).orElse(plan);
    }

    public PodName name() {
        return plan.pod();
    }

    /// Enough to tell a reader which manifest it was.
    public String digest() {
        var crc = new CRC32C();
        crc.update(source.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }

    public SandboxRequest sandbox(String uid) {
        return new SandboxRequest(
                uid, name(), Environment.hostname(manifest), manifest.settings().sharing());
    }
}
