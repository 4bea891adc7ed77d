package dev.bookend.agent.life;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.ContainerExited;
import dev.bookend.lifecycle.life.Event.ContainerStarted;
import dev.bookend.lifecycle.life.Event.SandboxLost;
import dev.bookend.lifecycle.life.Event.StartFailed;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.runtime.Found;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What happened while no agent looked: the difference between a journal and a runtime, as events.
///
/// The caller takes them without acting, and then an `AgentRestarted`, which asks again for
/// whatever is outstanding.
final class Recovery {
    private static final Exit LOST = new Exit(137, ExitReason.SHIM_LOST);

    private final PodState pod;
    private final Map<Attempt, Found> found = new HashMap<>();
    private final Instant now;

    private Recovery(PodState pod, List<Found> found, Instant now) {
        this.pod = pod;
        this.now = now;
        found.forEach(each -> this.found.put(each.attempt(), each));
    }

    /// The missing events in the order of their times.
    static List<Event> events(PodState pod, List<Found> found, Instant now) {
        return new Recovery(pod, found, now).events();
    }

    /// The same after a reboot, which ended every process that had not ended before.
    static List<Event> afterReboot(PodState pod, List<Found> found, Instant now) {
        var seen =
                found.stream()
                        .filter(Found.Ended.class::isInstance)
                        .filter(each -> !isLost((Found.Ended) each))
                        .toList();
        var events = new ArrayList<>(new Recovery(pod, seen, now).witnessed());
        events.add(new SandboxLost(now));
        return events;
    }

    private static boolean isLost(Found.Ended ended) {
        return ended.exit().reason() == ExitReason.SHIM_LOST;
    }

    /// Attempts that the runtime still has and nobody wants: those before the current one.
    static List<Attempt> strays(PodState pod, List<Found> found) {
        return found.stream()
                .filter(each -> !(each instanceof Found.Ended))
                .map(Found::attempt)
                .filter(attempt -> !isWanted(pod, attempt))
                .toList();
    }

    /// Attempts whose end the journal has.
    static List<Attempt> past(PodState pod, List<Found> found) {
        return found.stream()
                .filter(Found.Ended.class::isInstance)
                .map(Found::attempt)
                .filter(attempt -> isPast(pod, attempt))
                .toList();
    }

    private static boolean isPast(PodState pod, Attempt attempt) {
        var life = pod.containers().get(attempt.container());
        return life != null
                && (attempt.number() < life.attempts()
                        || (attempt.number() == life.attempts() && !life.state().mayRun()));
    }

    private static boolean isWanted(PodState pod, Attempt attempt) {
        var life = pod.containers().get(attempt.container());
        return life != null
                && (attempt.equals(current(life.state()).orElse(null))
                        || attempt.equals(life.nextAttempt(attempt.container())));
    }

    private List<Event> events() {
        var events = new ArrayList<>(witnessed());
        pod.containers().values().forEach(life -> lost(life.state()).ifPresent(events::add));
        return events;
    }

    private List<Event> witnessed() {
        var events = new ArrayList<Event>();
        pod.containers().values().forEach(life -> add(events, life.state()));
        events.sort(Comparator.comparing(Event::at));
        return events;
    }

    private void add(List<Event> events, ContainerState state) {
        current(state)
                .map(found::get)
                .ifPresent(
                        each -> {
                            if (!(state instanceof Alive)) {
                                started(each).ifPresent(events::add);
                            }
                            ended(each).ifPresent(events::add);
                        });
    }

    private Optional<Event> started(Found each) {
        return switch (each) {
            case Found.Prepared _ -> Optional.empty();
            case Found.Running(var attempt, var start) ->
                    Optional.of(new ContainerStarted(attempt, start.id(), past(start.at())));
            case Found.Ended(var attempt, var start, _, _) ->
                    Optional.of(new ContainerStarted(attempt, start.id(), past(start.at())));
        };
    }

    private Optional<Event> ended(Found each) {
        return each instanceof Found.Ended(var attempt, _, var exit, var at)
                ? Optional.of(new ContainerExited(attempt, exit, past(at)))
                : Optional.empty();
    }

    /// The clock may have been set back since.
    private Instant past(Instant at) {
        return at.isAfter(now) ? now : at;
    }

    /// A run of which the runtime knows nothing has lost its shim and all its records; a start of
    /// which it knows nothing is not made good for in a pod that terminates (EXIT-7).
    private Optional<Event> lost(ContainerState state) {
        return switch (state) {
            case Alive alive when !isKnown(alive.run().attempt()) ->
                    Optional.of(new ContainerExited(alive.run().attempt(), LOST, now));
            case Starting(var attempt, _)
                    when pod.stage() instanceof PodStage.Terminating && !isKnown(attempt) ->
                    Optional.of(
                            new StartFailed(
                                    attempt, "it was not started before the pod was stopped", now));
            default -> Optional.empty();
        };
    }

    private boolean isKnown(Attempt attempt) {
        return found.containsKey(attempt) && !(found.get(attempt) instanceof Found.Prepared);
    }

    private static Optional<Attempt> current(ContainerState state) {
        return switch (state) {
            case Starting(var attempt, _) -> Optional.of(attempt);
            case Withdrawn(var attempt, _) -> Optional.of(attempt);
            case Alive alive -> Optional.of(alive.run().attempt());
            case ContainerState.Waiting _, ContainerState.BackingOff _, ContainerState.Finished _ ->
                    Optional.empty();
        };
    }
}
