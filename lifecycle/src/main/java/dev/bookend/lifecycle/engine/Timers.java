package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.Notice.Tone;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodStage.Active;
import dev.bookend.lifecycle.life.PodStage.Tempo;
import dev.bookend.lifecycle.life.PodStage.Terminating;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Lengths;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Which moments a pod waits for, and what happens when they have come.
///
/// The timers follow from the state alone, so that a crash cannot lose one; one that fires too
/// early or twice changes nothing.
public final class Timers {
    private Timers() {}

    /// The timers that must be set now, each with its time.
    public static Map<Timer, Instant> due(PodPlan plan, PodState pod) {
        var timers = new LinkedHashMap<Timer, Instant>();
        podTimer(plan, pod).ifPresent(due -> timers.put(due.getKey(), due.getValue()));
        pod.containers()
                .forEach(
                        (name, life) ->
                                containerTimer(pod.stage(), name, life.state())
                                        .ifPresent(
                                                due -> timers.put(due.getKey(), due.getValue())));
        Recreations.wakeAt(pod).ifPresent(at -> timers.put(Timer.of(Timer.Kind.RECREATION), at));
        return timers;
    }

    /// The timer that comes first; of several at one moment, the one that [#due] names first.
    public static Optional<Map.Entry<Timer, Instant>> next(PodPlan plan, PodState pod) {
        return due(plan, pod).entrySet().stream().min(Map.Entry.comparingByValue());
    }

    private static Optional<Map.Entry<Timer, Instant>> podTimer(PodPlan plan, PodState pod) {
        return switch (pod.stage()) {
            case Active _ ->
                    plan.activeDeadline()
                            .map(
                                    limit ->
                                            Map.entry(
                                                    Timer.of(Timer.Kind.ACTIVE_DEADLINE),
                                                    Lengths.after(pod.begun(), limit)));
            case Terminating(_, _, var deadline, var tempo) when tempo == Tempo.ORDERLY ->
                    Optional.of(Map.entry(Timer.of(Timer.Kind.GRACE), deadline));
            case Terminating _, PodStage.Unborn _, PodStage.Ended _ -> Optional.empty();
        };
    }

    private static Optional<Map.Entry<Timer, Instant>> containerTimer(
            PodStage stage, ContainerName name, ContainerState state) {
        return switch (state) {
            case BackingOff(_, var until) ->
                    Optional.of(Map.entry(Timer.of(Timer.Kind.BACKOFF, name), until));
            case PreStopping(_, var stop, _, _) when stop.scope() == Stop.Scope.CONTAINER ->
                    Optional.of(Map.entry(Timer.of(Timer.Kind.HOOK_CUT, name), stop.deadline()));
            case ContainerState.Stopping(_, var stop, var signalledAt)
                    when stop.scope() == Stop.Scope.CONTAINER || !orderly(stage) ->
                    Optional.of(
                            Map.entry(Timer.of(Timer.Kind.KILL, name), stop.killAt(signalledAt)));
            case Starting _ when stage instanceof Terminating pod && !orderly(stage) ->
                    Optional.of(Map.entry(Timer.of(Timer.Kind.WITHDRAW, name), lastMoment(pod)));
            default -> Optional.empty();
        };
    }

    private static boolean orderly(PodStage stage) {
        return stage instanceof Terminating pod && pod.tempo() == Tempo.ORDERLY;
    }

    private static Instant lastMoment(Terminating pod) {
        return pod.deadline().plus(Stop.LAST_WORDS);
    }

    /// Does all that is due by now.
    static void expire(Draft draft) {
        if (draft.active()) {
            expireActiveDeadline(draft);
        }
        draft.names().forEach(name -> expire(draft, name));
        Recreations.forget(draft);
        if (draft.stage() instanceof Terminating pod
                && pod.tempo() == Tempo.ORDERLY
                && past(draft, pod.deadline())) {
            ExitTurns.overdue(draft, pod);
        }
    }

    private static void expireActiveDeadline(Draft draft) {
        var limit = draft.plan.activeDeadline();
        if (limit.isPresent() && past(draft, Lengths.after(draft.begun(), limit.get()))) {
            draft.tellPod(
                    Tone.WARNING,
                    NoticeReason.DEADLINE_EXCEEDED,
                    "Pod was active longer than activeDeadlineSeconds (%ds)"
                            .formatted(limit.get().toSeconds()),
                    new Detail.Nothing());
            Termination.begin(draft, StopCause.DEADLINE_EXCEEDED, draft.plan.grace());
        }
    }

    private static void expire(Draft draft, ContainerName name) {
        switch (draft.state(name)) {
            case BackingOff(_, var until) when past(draft, until) ->
                    Launching.start(draft, name, Reason.BACKOFF_OVER);
            case PreStopping state
                    when state.stop().scope() == Stop.Scope.CONTAINER
                            && past(draft, state.stop().deadline()) ->
                    Stopping.cutHook(draft, state);
            case ContainerState.Stopping(var run, var stop, var signalledAt)
                    when past(draft, stop.killAt(signalledAt)) ->
                    Stopping.kill(draft, run, stop, Reason.GRACE_EXPIRED);
            case Starting starting
                    when draft.stage() instanceof Terminating pod && past(draft, lastMoment(pod)) ->
                    Stopping.withdraw(draft, starting, Reason.GRACE_EXPIRED);
            default -> {
                // Nothing of this container is due.
            }
        }
    }

    private static boolean past(Draft draft, Instant moment) {
        return !draft.at.isBefore(moment);
    }
}
