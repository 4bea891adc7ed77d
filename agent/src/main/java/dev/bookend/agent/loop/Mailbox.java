package dev.bookend.agent.loop;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.AgentRestarted;
import dev.bookend.lifecycle.life.Event.ContainerCreated;
import dev.bookend.lifecycle.life.Event.ContainerExited;
import dev.bookend.lifecycle.life.Event.ContainerStarted;
import dev.bookend.lifecycle.life.Event.HookFinished;
import dev.bookend.lifecycle.life.Event.HookStarted;
import dev.bookend.lifecycle.life.Event.PodAccepted;
import dev.bookend.lifecycle.life.Event.ProbeReported;
import dev.bookend.lifecycle.life.Event.RecreateCancelled;
import dev.bookend.lifecycle.life.Event.RecreateRequested;
import dev.bookend.lifecycle.life.Event.SandboxLost;
import dev.bookend.lifecycle.life.Event.StartFailed;
import dev.bookend.lifecycle.life.Event.StopRequested;
import dev.bookend.lifecycle.life.Event.TimerFired;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The events that a pod has not taken yet. Any thread may post; the pod's own thread takes.
public final class Mailbox {
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /// What somebody asks for again while it waits is no news, so that nobody can fill this.
    public void post(Event event) {
        if (events.stream().noneMatch(it -> isSameWish(it, event))) {
            events.add(event);
        }
    }

    private static boolean isSameWish(Event waiting, Event event) {
        return switch (event) {
            case StopRequested(var grace, _) ->
                    waiting instanceof StopRequested(var other, _) && other.equals(grace);
            case RecreateRequested(var request, _) ->
                    waiting instanceof RecreateRequested(var other, _)
                            && other.id().equals(request.id());
            case RecreateCancelled(var id, _) ->
                    waiting instanceof RecreateCancelled(var other, _) && other.equals(id);
            case PodAccepted _,
                    ContainerCreated _,
                    ContainerStarted _,
                    StartFailed _,
                    ContainerExited _,
                    HookStarted _,
                    HookFinished _,
                    ProbeReported _,
                    TimerFired _,
                    AgentRestarted _,
                    SandboxLost _ ->
                    false;
        };
    }

    /// Takes the requests to stop, ahead of whatever else waits.
    public List<Event> takeStops() {
        var stops = events.stream().filter(StopRequested.class::isInstance).toList();
        events.removeAll(stops);
        return stops;
    }

    Event take() throws InterruptedException {
        return events.take();
    }

    /// The next event, unless the limit comes first.
    Optional<Event> take(Duration limit) throws InterruptedException {
        return Optional.ofNullable(events.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
    }
}
