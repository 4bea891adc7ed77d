package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.recreate.ContainerSight;
import dev.bookend.lifecycle.recreate.RecreateOrder;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.Recreation;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The requests of a pod within the engine: takes them in, asks [Recreation], and does as it says.
final class Recreations {
    /// How many finished requests a pod remembers whose ttl is not over, or that have none.
    private static final int MOST_FINISHED = 16;

    private Recreations() {}

    static void request(Draft draft, RecreateRequest request) {
        if (!(draft.stage() instanceof PodStage.Ended)) {
            draft.recreations().putIfAbsent(request.id(), RecreateProgress.queued(request));
        }
    }

    /// Whatever the request has begun goes on: a stopped container is started again (CRR-7).
    static void cancel(Draft draft, RequestId id) {
        draft.recreations().remove(id);
    }

    /// Looks at every request until nothing changes any more. After a restart of the agent the
    /// timers say what is due, because what is outstanding is asked for first.
    static void settle(Draft draft, Event event) {
        switch (draft.stage()) {
            case PodStage.Active _ when !(event instanceof Event.AgentRestarted) -> {
                while (isMovedOn(draft)) {
                    // An order changes what is seen of a container, so look again.
                }
            }
            case PodStage.Terminating _, PodStage.Ended _ -> podGoes(draft);
            case PodStage.Unborn _, PodStage.Active _ -> {}
        }
    }

    private static boolean isMovedOn(Draft draft) {
        var turn = true;
        for (var progress : List.copyOf(draft.recreations().values())) {
            var step = Recreation.next(progress, sights(draft, progress), turn, draft.at);
            if (!step.progress().equals(progress)) {
                put(draft, progress, step.progress());
                step.orders().forEach(order -> obey(draft, order));
                return true;
            }
            turn = turn && progress.isOver();
        }
        return false;
    }

    private static void podGoes(Draft draft) {
        for (var progress : List.copyOf(draft.recreations().values())) {
            put(draft, progress, Recreation.podGone(progress, draft.at));
        }
    }

    private static void put(Draft draft, RecreateProgress before, RecreateProgress after) {
        draft.recreations().put(after.request().id(), after);
        RecreateNotices.tell(draft, before, after);
    }

    private static void obey(Draft draft, RecreateOrder order) {
        switch (order) {
            case RecreateOrder.Stop(var name, var id, var grace) -> {
                if (draft.state(name) instanceof Alive alive && alive.run().id().equals(id)) {
                    Stopping.alone(draft, alive.run(), Reason.RECREATE_REQUESTED, grace);
                }
            }
            case RecreateOrder.Start(var name) ->
                    Launching.start(draft, name, Reason.RECREATE_REQUESTED);
        }
    }

    /// When a request must be looked at again although nothing happens.
    static Optional<Instant> wakeAt(PodState pod) {
        return pod.recreations().values().stream()
                .flatMap(
                        progress ->
                                Recreation.wakeAt(progress, sights(progress, pod::sight)).stream())
                .min(Instant::compareTo);
    }

    /// Removes the requests whose ttl is over, and the oldest finished ones beyond what is kept.
    static void forget(Draft draft) {
        draft.recreations()
                .values()
                .removeIf(it -> it.removeAt().filter(at -> !draft.at.isBefore(at)).isPresent());
        var finished =
                draft.recreations().values().stream().filter(RecreateProgress::isOver).toList();
        finished.stream()
                .limit(Math.max(0, finished.size() - MOST_FINISHED))
                .forEach(it -> draft.recreations().remove(it.request().id()));
    }

    /// Whether a container that ends now is to be started at once, whatever its exit code (CRR-2):
    /// a request stopped it, even if that one is gone meanwhile, or waits for its stop.
    static boolean wants(Draft draft, ContainerName name) {
        return isStoppedByRequest(draft, name) || wisher(draft, name).isPresent();
    }

    private static boolean isStoppedByRequest(Draft draft, ContainerName name) {
        return Ending.stopOf(draft.state(name))
                .filter(stop -> stop.reason() == Reason.RECREATE_REQUESTED)
                .isPresent();
    }

    private static Optional<RequestId> wisher(Draft draft, ContainerName name) {
        return draft.recreations().values().stream()
                .filter(it -> it.parts().get(name) instanceof RecreatePart.Stopping)
                .map(it -> it.request().id())
                .findFirst();
    }

    /// What a run that ended says of itself if a request ended it (CRR-12).
    static String cause(Draft draft, ContainerName name) {
        return isStoppedByRequest(draft, name)
                ? "stopped to be recreated"
                        + wisher(draft, name)
                                .map(id -> " by ContainerRecreateRequest " + id)
                                .orElse("")
                : "";
    }

    /// A container that this step acts upon already is left alone until the next one.
    private static Map<ContainerName, ContainerSight> sights(
            Draft draft, RecreateProgress progress) {
        return sights(progress, name -> sight(draft, name));
    }

    private static Optional<ContainerSight> sight(Draft draft, ContainerName name) {
        if (!draft.names().contains(name)) {
            return Optional.empty();
        }
        var life = draft.life(name);
        return Optional.of(
                life.state() instanceof PostStarting && draft.acts(name)
                        ? new ContainerSight.Coming(life.restarts())
                        : life.sight());
    }

    private static Map<ContainerName, ContainerSight> sights(
            RecreateProgress progress, Function<ContainerName, Optional<ContainerSight>> sight) {
        var sights = new LinkedHashMap<ContainerName, ContainerSight>();
        for (var name : progress.parts().keySet()) {
            sight.apply(name).ifPresent(seen -> sights.put(name, seen));
        }
        return sights;
    }
}
