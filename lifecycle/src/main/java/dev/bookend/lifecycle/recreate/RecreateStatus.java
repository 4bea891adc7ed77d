package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.recreate.RecreatePart.Failed;
import dev.bookend.lifecycle.recreate.RecreatePart.Held;
import dev.bookend.lifecycle.recreate.RecreatePart.Pending;
import dev.bookend.lifecycle.recreate.RecreatePart.Recreating;
import dev.bookend.lifecycle.recreate.RecreatePart.Stopping;
import dev.bookend.lifecycle.recreate.RecreatePart.Succeeded;
import dev.bookend.lifecycle.recreate.RecreateStage.Completed;
import dev.bookend.lifecycle.recreate.RecreateStage.Queued;
import dev.bookend.lifecycle.recreate.RecreateStage.Unready;
import dev.bookend.lifecycle.recreate.RecreateStage.Working;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A ContainerRecreateRequest's status in OpenKruise's words.
public record RecreateStatus(
        RequestId id,
        Phase phase,
        Optional<Instant> completionTime,
        String message,
        List<ContainerRecreateState> containers) {
    public RecreateStatus {
        containers = List.copyOf(containers);
    }

    /// The phases of a request, and of a container in one.
    public enum Phase {
        PENDING("Pending"),
        RECREATING("Recreating"),
        SUCCEEDED("Succeeded"),
        FAILED("Failed"),
        COMPLETED("Completed");

        private final String word;

        Phase(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public static Optional<Phase> ofWord(String word) {
            return Stream.of(values()).filter(phase -> phase.word.equals(word)).findFirst();
        }
    }

    /// One container of the request.
    public record ContainerRecreateState(
            ContainerName name, Phase phase, String message, boolean isKilled) {}

    public static RecreateStatus of(RecreateProgress progress) {
        return new RecreateStatus(
                progress.request().id(),
                phase(progress.stage()),
                progress.stage() instanceof Completed(_, var at)
                        ? Optional.of(at)
                        : Optional.empty(),
                message(progress),
                progress.parts().entrySet().stream()
                        .map(part -> state(progress, part.getKey(), part.getValue()))
                        .toList());
    }

    public boolean isCompleted() {
        return phase == Phase.COMPLETED;
    }

    /// Whether every container was recreated.
    public boolean isSuccess() {
        return isCompleted() && containers.stream().allMatch(one -> one.phase() == Phase.SUCCEEDED);
    }

    private static Phase phase(RecreateStage stage) {
        return switch (stage) {
            case Queued _ -> Phase.PENDING;
            case Unready _, Working _ -> Phase.RECREATING;
            case Completed _ -> Phase.COMPLETED;
        };
    }

    private static String message(RecreateProgress progress) {
        return switch (progress.stage()) {
            case Queued _ -> "waits for an earlier request of the same pod";
            case Unready(var until) ->
                    "the pod is unready; its containers are stopped from %s on".formatted(until);
            case Working _ -> "";
            case Completed(var why, _) when !why.words().isEmpty() -> why.words();
            case Completed _ -> progress.isSuccess() ? "" : "not every container was recreated";
        };
    }

    private static ContainerRecreateState state(
            RecreateProgress progress, ContainerName name, RecreatePart part) {
        return new ContainerRecreateState(
                name, phase(part), message(progress, name, part), part.isKilled());
    }

    private static Phase phase(RecreatePart part) {
        return switch (part) {
            case Pending _, Held _ -> Phase.PENDING;
            case Stopping _, Recreating _ -> Phase.RECREATING;
            case Succeeded _ -> Phase.SUCCEEDED;
            case Failed _ -> Phase.FAILED;
        };
    }

    /// For every wait: for what, since when, and until when at most (SEE-2).
    private static String message(
            RecreateProgress progress, ContainerName name, RecreatePart part) {
        var strategy = progress.request().strategy();
        return switch (part) {
            case Pending _ -> waitsFor(progress, name);
            case Held(var since) ->
                    "waits for its start under way since %s, at most until %s"
                            .formatted(since, since.plus(Recreation.PATIENCE));
            case Stopping stopping ->
                    "waits to stop since %s, at most until %s"
                            .formatted(stopping.since(), Recreation.stopLimit(strategy, stopping));
            case Recreating recreating ->
                    "waits to be ready since %s, at most until %s"
                            .formatted(
                                    recreating.since(),
                                    Recreation.readyLimit(strategy, recreating));
            case Succeeded _ -> "";
            case Failed(_, var why) -> why.words();
        };
    }

    private static String waitsFor(RecreateProgress progress, ContainerName name) {
        if (!(progress.stage() instanceof Working)) {
            return "";
        }
        var before = "";
        for (var target : progress.request().targets()) {
            if (target.name().equals(name)) {
                return before;
            }
            var end = progress.request().strategy().ordered() ? "to be recreated" : "to stop";
            before = "waits for %s %s".formatted(target.name(), end);
        }
        return before;
    }
}
