package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.recreate.ContainerSight.Absent;
import dev.bookend.lifecycle.recreate.ContainerSight.Coming;
import dev.bookend.lifecycle.recreate.ContainerSight.Down;
import dev.bookend.lifecycle.recreate.ContainerSight.Ended;
import dev.bookend.lifecycle.recreate.ContainerSight.Going;
import dev.bookend.lifecycle.recreate.ContainerSight.Up;
import dev.bookend.lifecycle.recreate.RecreatePart.Failed;
import dev.bookend.lifecycle.recreate.RecreatePart.Held;
import dev.bookend.lifecycle.recreate.RecreatePart.Pending;
import dev.bookend.lifecycle.recreate.RecreatePart.Recreating;
import dev.bookend.lifecycle.recreate.RecreatePart.Stopping;
import dev.bookend.lifecycle.recreate.RecreatePart.Succeeded;
import dev.bookend.lifecycle.recreate.RecreateStage.Completed;
import dev.bookend.lifecycle.recreate.RecreateStage.Ending;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One walk along the containers of a request that is at work, in the order listed (CRR-3). Each
/// one takes at most one step, because an order changes what is seen of its container.
final class RecreationWalk {
    private final RecreateProgress progress;
    private final RecreateStrategy strategy;
    private final Map<ContainerName, ContainerSight> sights;
    private final Instant now;
    private final List<RecreateOrder> orders = new ArrayList<>();

    RecreationWalk(
            RecreateProgress progress, Map<ContainerName, ContainerSight> sights, Instant now) {
        this.progress = progress;
        this.sights = sights;
        this.now = now;
        strategy = progress.request().strategy();
    }

    RecreateStep step() {
        var parts = new LinkedHashMap<ContainerName, RecreatePart>();
        var free = true;
        for (var target : progress.request().targets()) {
            var part = progress.part(target.name());
            var next = free || !(part instanceof Pending) ? advanced(target, part) : part;
            parts.put(target.name(), next);
            free = free && letsNextGo(next);
        }
        return new RecreateStep(judged(progress.with(parts)), orders);
    }

    private boolean letsNextGo(RecreatePart part) {
        if (part instanceof Failed && strategy.failurePolicy() == FailurePolicy.FAIL) {
            return false;
        }
        return strategy.ordered() ? part.isOver() : !part.isBeforeStop();
    }

    private RecreatePart advanced(RecreateTarget target, RecreatePart part) {
        var sight = Recreation.sight(sights, target.name());
        return switch (part) {
            case Pending _ -> taken(target, sight);
            case Held held -> held(target, held, sight);
            case Stopping stopping -> stopping(target, stopping, sight);
            case Recreating recreating -> recreating(recreating, sight);
            case Succeeded _, Failed _ -> part;
        };
    }

    /// Its turn has come: what is to be done follows from what it does just now (CRR-4).
    private RecreatePart taken(RecreateTarget target, ContainerSight sight) {
        return switch (sight) {
            case Absent _ -> new Failed(false, RecreateFailure.NOT_FOUND);
            case Up(var id, var restarts, _, _) when isDone(target, id, restarts) ->
                    new Recreating(false, now);
            case Up(var id, _, _, _) -> stop(target, new Stopping(id, true, now));
            case Going(var id, var restarts) when isDone(target, id, restarts) ->
                    new Recreating(false, now);
            case Going(var id, _) -> new Stopping(id, false, now);
            case Coming _ -> strategy.force() ? new Held(now) : new Recreating(false, now);
            case Down _, Ended _ -> start(target, false);
        };
    }

    private boolean isDone(RecreateTarget target, RuntimeId id, int restarts) {
        return !strategy.force() && target.isOutlivedBy(id, restarts);
    }

    private RecreatePart stop(RecreateTarget target, Stopping part) {
        orders.add(new RecreateOrder.Stop(target.name(), part.id(), strategy.grace()));
        return part;
    }

    private RecreatePart start(RecreateTarget target, boolean killed) {
        orders.add(new RecreateOrder.Start(target.name()));
        return new Recreating(killed, now);
    }

    private RecreatePart held(RecreateTarget target, Held part, ContainerSight sight) {
        if (!(sight instanceof Coming)) {
            return taken(target, sight);
        }
        return isPast(part.since().plus(Recreation.PATIENCE))
                ? new Failed(false, RecreateFailure.NOT_STARTED)
                : part;
    }

    private RecreatePart stopping(RecreateTarget target, Stopping part, ContainerSight sight) {
        return switch (sight) {
            case Going(var id, _) when id.equals(part.id()) ->
                    isPast(Recreation.stopLimit(strategy, part))
                            ? new Failed(part.killed(), RecreateFailure.NOT_STOPPED)
                            : part;
            // It was written down that this run is to be stopped, but the stop did not begin.
            case Up(var id, _, _, _) when id.equals(part.id()) -> stop(target, part);
            case Down _, Ended _ -> start(target, part.killed());
            case Absent _, Coming _, Up _, Going _ -> new Recreating(part.killed(), now);
        };
    }

    private RecreatePart recreating(Recreating part, ContainerSight sight) {
        if (sight instanceof Up(_, _, var ready, var since)
                && ready
                && isPast(since.plus(strategy.minStarted()))) {
            return new Succeeded(part.killed());
        }
        if (sight instanceof Ended) {
            return new Failed(part.killed(), RecreateFailure.ENDED_FOR_GOOD);
        }
        return isPast(Recreation.readyLimit(strategy, part))
                ? new Failed(part.killed(), RecreateFailure.NOT_READY)
                : part;
    }

    private boolean isPast(Instant moment) {
        return !now.isBefore(moment);
    }

    private RecreateProgress judged(RecreateProgress walked) {
        var parts = walked.parts().values();
        if (strategy.failurePolicy() == FailurePolicy.FAIL
                && parts.stream().anyMatch(part -> part instanceof Failed)) {
            return concluded(walked, Ending.A_CONTAINER_FAILED, now);
        }
        return parts.stream().allMatch(RecreatePart::isOver)
                ? concluded(walked, Ending.EVERY_CONTAINER_IS_THROUGH, now)
                : walked;
    }

    /// Completes a request; whoever is not through is Failed, and it says why.
    static RecreateProgress concluded(RecreateProgress progress, Ending why, Instant now) {
        var parts = new LinkedHashMap<ContainerName, RecreatePart>();
        progress.parts()
                .forEach(
                        (name, part) ->
                                parts.put(
                                        name,
                                        part.isOver()
                                                ? part
                                                : new Failed(part.isKilled(), failure(part, why))));
        return progress.with(parts).in(new Completed(why, now));
    }

    private static RecreateFailure failure(RecreatePart part, Ending why) {
        return switch (why) {
            case DEADLINE_EXCEEDED -> RecreateFailure.DEADLINE_EXCEEDED;
            case POD_GONE -> RecreateFailure.POD_GONE;
            case EVERY_CONTAINER_IS_THROUGH, A_CONTAINER_FAILED ->
                    part instanceof Pending
                            ? RecreateFailure.NOT_ATTEMPTED
                            : RecreateFailure.NOT_AWAITED;
        };
    }
}
