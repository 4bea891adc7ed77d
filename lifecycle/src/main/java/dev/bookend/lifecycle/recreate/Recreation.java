package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.recreate.ContainerSight.Up;
import dev.bookend.lifecycle.recreate.RecreatePart.Held;
import dev.bookend.lifecycle.recreate.RecreatePart.Recreating;
import dev.bookend.lifecycle.recreate.RecreatePart.Stopping;
import dev.bookend.lifecycle.recreate.RecreateStage.Completed;
import dev.bookend.lifecycle.recreate.RecreateStage.Ending;
import dev.bookend.lifecycle.recreate.RecreateStage.Queued;
import dev.bookend.lifecycle.recreate.RecreateStage.Unready;
import dev.bookend.lifecycle.recreate.RecreateStage.Working;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What does this ContainerRecreateRequest do next, and when must it be looked at again?
///
/// The answer follows from the request's progress, what is seen of its containers, and the time.
/// Whoever asks writes the progress down, then carries the orders out, then looks again.
public final class Recreation {
    /// How long a container may take to stop beyond its grace, to start, or to get ready (CRR-8).
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private Recreation() {}

    /// One look at a request.
    ///
    /// @param turn whether no earlier request of the same pod is still to be done (CRR-9)
    public static RecreateStep next(
            RecreateProgress progress,
            Map<ContainerName, ContainerSight> sights,
            boolean turn,
            Instant now) {
        if (!progress.isOver() && isPast(progress.request().deadline(), now)) {
            return only(ended(progress, Ending.DEADLINE_EXCEEDED, now));
        }
        return switch (progress.stage()) {
            case Queued _ when turn -> only(begun(progress, now));
            case Unready(var until) when !now.isBefore(until) ->
                    only(progress.in(new Working(now)));
            case Working _ -> new RecreationWalk(progress, sights, now).step();
            case Queued _, Unready _, Completed _ -> only(progress);
        };
    }

    /// The pod goes away: nothing can be recreated in it any more (CRR-8).
    public static RecreateProgress podGone(RecreateProgress progress, Instant now) {
        return progress.isOver() ? progress : ended(progress, Ending.POD_GONE, now);
    }

    /// The next moment at which time alone changes something.
    public static Optional<Instant> wakeAt(
            RecreateProgress progress, Map<ContainerName, ContainerSight> sights) {
        if (progress.isOver()) {
            return progress.removeAt();
        }
        var deadline = progress.request().deadline().stream();
        var own =
                switch (progress.stage()) {
                    case Unready(var until) -> Stream.of(until);
                    case Working _ -> partTimes(progress, sights);
                    case Queued _, Completed _ -> Stream.<Instant>empty();
                };
        return Stream.concat(deadline, own).min(Instant::compareTo);
    }

    private static RecreateStep only(RecreateProgress progress) {
        return new RecreateStep(progress, List.of());
    }

    static boolean isPast(Optional<Instant> moment, Instant now) {
        return moment.filter(it -> !now.isBefore(it)).isPresent();
    }

    private static RecreateProgress begun(RecreateProgress progress, Instant now) {
        var unready = progress.request().strategy().unready();
        return progress.in(
                unready.<RecreateStage>map(length -> new Unready(now.plus(length)))
                        .orElseGet(() -> new Working(now)));
    }

    private static RecreateProgress ended(RecreateProgress progress, Ending why, Instant now) {
        return RecreationWalk.concluded(progress, why, now);
    }

    private static Stream<Instant> partTimes(
            RecreateProgress progress, Map<ContainerName, ContainerSight> sights) {
        return progress.parts().entrySet().stream()
                .flatMap(
                        each ->
                                partTime(
                                        progress.request().strategy(),
                                        each.getValue(),
                                        sight(sights, each.getKey()))
                                        .stream());
    }

    private static Optional<Instant> partTime(
            RecreateStrategy strategy, RecreatePart part, ContainerSight sight) {
        return switch (part) {
            case Held(var since) when sight instanceof ContainerSight.Coming ->
                    Optional.of(since.plus(PATIENCE));
            case Held(var since) -> Optional.of(since);
            case Stopping stopping -> Optional.of(stopLimit(strategy, stopping));
            case Recreating recreating -> Optional.of(upTime(strategy, recreating, sight));
            case RecreatePart.Pending _, RecreatePart.Succeeded _, RecreatePart.Failed _ ->
                    Optional.empty();
        };
    }

    private static Instant upTime(
            RecreateStrategy strategy, Recreating part, ContainerSight sight) {
        var limit = readyLimit(strategy, part);
        if (sight instanceof Up(_, _, var ready, var since) && ready) {
            var enough = since.plus(strategy.minStarted());
            return enough.isBefore(limit) ? enough : limit;
        }
        return limit;
    }

    static Instant stopLimit(RecreateStrategy strategy, Stopping part) {
        return part.since().plus(strategy.grace()).plus(PATIENCE);
    }

    static Instant readyLimit(RecreateStrategy strategy, Recreating part) {
        return part.since().plus(PATIENCE).plus(strategy.minStarted());
    }

    static ContainerSight sight(Map<ContainerName, ContainerSight> sights, ContainerName name) {
        var sight = sights.get(name);
        return sight == null ? new ContainerSight.Absent() : sight;
    }
}
