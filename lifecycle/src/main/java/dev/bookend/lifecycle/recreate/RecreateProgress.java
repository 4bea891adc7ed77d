package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.recreate.RecreatePart.Pending;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Lengths;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// A ContainerRecreateRequest and how far it has come.
public record RecreateProgress(
        RecreateRequest request,
        RecreateStage stage,
        SequencedMap<ContainerName, RecreatePart> parts) {
    public RecreateProgress {
        parts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parts));
    }

    public static RecreateProgress queued(RecreateRequest request) {
        var parts = new LinkedHashMap<ContainerName, RecreatePart>();
        request.targets().forEach(target -> parts.put(target.name(), new Pending()));
        return new RecreateProgress(request, new RecreateStage.Queued(), parts);
    }

    public RecreatePart part(ContainerName name) {
        var part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException(
                    "request %s is not about container %s".formatted(request.id(), name));
        }
        return part;
    }

    public boolean isOver() {
        return stage.isOver();
    }

    /// Whether the pod is unready for the sake of this request (CRR-5).
    public boolean holdsPodUnready() {
        return request.strategy().unready().isPresent() && stage.isUnderWay();
    }

    /// Whether every container was recreated, which `Completed` alone does not say (CRR-8).
    public boolean isSuccess() {
        return isOver()
                && parts.values().stream().allMatch(part -> part instanceof RecreatePart.Succeeded);
    }

    /// When the finished request is to be removed, if ever (CRR-9).
    public Optional<Instant> removeAt() {
        return stage instanceof RecreateStage.Completed(_, var at)
                ? request.ttl().map(it -> Lengths.after(at, it))
                : Optional.empty();
    }

    RecreateProgress in(RecreateStage other) {
        return new RecreateProgress(request, other, parts);
    }

    RecreateProgress with(SequencedMap<ContainerName, RecreatePart> others) {
        return new RecreateProgress(request, stage, others);
    }
}
