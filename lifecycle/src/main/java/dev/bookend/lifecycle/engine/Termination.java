package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.Killed;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.PreStopDue;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.Hastening;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodStage.Tempo;
import dev.bookend.lifecycle.life.PodStage.Terminating;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.Lengths;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How a pod's termination begins and how a second request hastens it.
final class Termination {
    private Termination() {}

    static void request(Draft draft, Optional<Duration> grace) {
        switch (draft.stage()) {
            case PodStage.Unborn _ -> {
                draft.begin();
                begin(draft, StopCause.REQUESTED, grace.orElse(draft.plan.grace()));
            }
            case PodStage.Active _ ->
                    begin(draft, StopCause.REQUESTED, grace.orElse(draft.plan.grace()));
            case Terminating pod -> grace.ifPresent(shorter -> hasten(draft, pod, shorter));
            case PodStage.Ended _ -> {}
        }
    }

    static void begin(Draft draft, StopCause cause, Duration grace) {
        var tempo = grace.isZero() ? Tempo.ABRUPT : Tempo.ORDERLY;
        var pod = new Terminating(cause, draft.at, Lengths.after(draft.at, grace), tempo);
        draft.stage(pod);
        if (tempo == Tempo.ABRUPT) {
            abrupt(draft, pod);
        } else {
            draft.names().forEach(name -> enter(draft, name, pod));
        }
    }

    private static void enter(Draft draft, ContainerName name, Terminating pod) {
        switch (draft.state(name)) {
            case PostStarting(var run) -> stopWithPod(draft, name, run, pod);
            case Running(var run) -> stopWithPod(draft, name, run, pod);
            case BackingOff(var since, _) -> draft.put(name, finished(draft, name, since));
            case PreStopping _, ContainerState.Stopping _, Killed _ -> shorten(draft, name, pod);
            case Waiting _, Starting _, Withdrawn _, AwaitingTurn _, Finished _ -> {}
        }
    }

    static Finished finished(Draft draft, ContainerName name, Instant since) {
        var exit = draft.life(name).lastRun().map(PastRun::exit).orElse(Exit.of(1));
        return new Finished(exit, since);
    }

    /// A sidecar's hook begins with the termination, any other one's at its turn (EXIT-3).
    static void stopWithPod(Draft draft, ContainerName name, Run run, Terminating pod) {
        var plan = draft.plan.container(name);
        var hook = plan.hasHook(HookKind.PRE_STOP);
        if (hook && plan.kind().isSidecar() && draft.at.isBefore(pod.deadline())) {
            var reason = Reason.TERMINATION_BEGAN;
            Stopping.runPreStop(draft, run, stop(pod, reason), reason);
        } else {
            var due = hook ? PreStopDue.AT_TURN : PreStopDue.DONE_OR_ABSENT;
            draft.put(name, new AwaitingTurn(run, due, draft.at));
        }
    }

    static Stop stop(Terminating pod, Reason reason) {
        return new Stop(reason, Stop.Scope.POD, pod.deadline());
    }

    /// A grace of zero kills now; any other one may only bring the deadline nearer (EXIT-6).
    private static void hasten(Draft draft, Terminating pod, Duration grace) {
        if (grace.isZero() && pod.tempo() != Tempo.ABRUPT) {
            var abrupt = new Terminating(pod.cause(), pod.since(), draft.at, Tempo.ABRUPT);
            draft.stage(abrupt);
            abrupt(draft, abrupt);
        } else {
            Hastening.sooner(pod.deadline(), draft.at, grace)
                    .ifPresent(deadline -> shorten(draft, pod, deadline));
        }
    }

    private static void shorten(Draft draft, Terminating pod, Instant deadline) {
        var sooner = new Terminating(pod.cause(), pod.since(), deadline, pod.tempo());
        draft.stage(sooner);
        draft.names().forEach(name -> shorten(draft, name, sooner));
    }

    private static void shorten(Draft draft, ContainerName name, Terminating pod) {
        switch (draft.state(name)) {
            case PreStopping(var run, var stop, var heard, var since) ->
                    draft.put(
                            name, new PreStopping(run, stop.within(pod.deadline()), heard, since));
            case ContainerState.Stopping(var run, var stop, var at) ->
                    draft.put(
                            name,
                            new ContainerState.Stopping(run, stop.within(pod.deadline()), at));
            default -> {
                // Only a stop under way has a deadline of its own.
            }
        }
    }

    private static void abrupt(Draft draft, Terminating pod) {
        ExitTurns.tellOrderGivenUp(draft, Reason.GRACE_ZERO);
        for (var name : draft.names()) {
            switch (draft.state(name)) {
                case Killed _, Withdrawn _, Waiting _, Finished _ -> {}
                case Alive alive ->
                        Stopping.kill(
                                draft,
                                alive.run(),
                                stop(pod, Reason.GRACE_ZERO),
                                Reason.GRACE_ZERO);
                case Starting starting -> Stopping.withdraw(draft, starting, Reason.GRACE_ZERO);
                case BackingOff(var since, _) -> draft.put(name, finished(draft, name, since));
            }
        }
    }
}
