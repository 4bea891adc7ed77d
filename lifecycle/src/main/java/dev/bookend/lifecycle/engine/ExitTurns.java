package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.PreStopDue;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.Notice.Tone;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodStage.Tempo;
import dev.bookend.lifecycle.life.PodStage.Terminating;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.ExitOrder;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Gives each container of a terminating pod its turn, and ends the patience at the deadline.
final class ExitTurns {
    private ExitTurns() {}

    /// Lets everybody go whose turn has come (EXIT-1). After the deadline the timer decides, even
    /// if other news comes first, as it may when the agent was down.
    static void give(Draft draft, Terminating pod) {
        if (pod.tempo() == Tempo.ORDERLY && !draft.at.isBefore(pod.deadline())) {
            return;
        }
        var alive = draft.alive();
        var unheard = unheard(draft);
        for (var container : draft.plan.containers().values()) {
            if (draft.state(container.name()) instanceof AwaitingTurn waiting
                    && (pod.tempo() != Tempo.ORDERLY
                            || ExitOrder.isTurn(container, alive, unheard))) {
                go(draft, waiting, pod);
            }
        }
    }

    private static void go(Draft draft, AwaitingTurn state, Terminating pod) {
        var orderly = pod.tempo() == Tempo.ORDERLY;
        var reason = orderly ? Reason.ITS_TURN : Reason.GRACE_EXPIRED;
        var stop = Termination.stop(pod, reason);
        if (state.hook() == PreStopDue.AT_TURN && orderly) {
            Stopping.runPreStop(draft, state.run(), stop, reason);
        } else {
            Stopping.signal(draft, state.run(), stop, reason);
        }
    }

    static Set<ContainerName> unheard(Draft draft) {
        return ExitOrder.unheard(draft.plan, name -> draft.state(name).hookUnheard());
    }

    /// The deadline is over: whoever was not signalled is signalled now (EXIT-4).
    static void overdue(Draft draft, Terminating pod) {
        tellOrderGivenUp(draft, Reason.GRACE_EXPIRED);
        draft.stage(pod.at(Tempo.OVERDUE));
        for (var name : draft.names()) {
            if (draft.state(name) instanceof PreStopping state) {
                Stopping.cutHook(draft, state);
            }
        }
    }

    /// Says once who was still running out of turn and whose hooks never ran, if anybody's.
    static void tellOrderGivenUp(Draft draft, Reason reason) {
        var alive = draft.alive();
        var early =
                alive.stream()
                        .map(draft.plan::container)
                        .filter(one -> unsignalled(draft.state(one.name())))
                        .filter(one -> one.exitAfter().stream().anyMatch(alive::contains))
                        .map(ContainerPlan::name)
                        .toList();
        var skipped = alive.stream().filter(name -> hookSkipped(draft, name)).toList();
        if (early.isEmpty() && skipped.isEmpty()) {
            return;
        }
        draft.tellPod(
                Tone.WARNING,
                NoticeReason.EXIT_ORDER_GIVEN_UP,
                "%s: still running %s; stopped out of turn %s; preStop skipped %s"
                        .formatted(
                                reason == Reason.GRACE_ZERO
                                        ? "The grace is zero"
                                        : "The grace is over",
                                list(List.copyOf(alive)),
                                list(early),
                                list(skipped)),
                new Detail.Nothing());
    }

    private static boolean unsignalled(ContainerState state) {
        return !(state instanceof ContainerState.Stopping)
                && !(state instanceof ContainerState.Killed);
    }

    private static boolean hookSkipped(Draft draft, ContainerName name) {
        if (!draft.plan.container(name).hasHook(HookKind.PRE_STOP)) {
            return false;
        }
        return switch (draft.state(name)) {
            case AwaitingTurn(_, var hook, _) -> hook == PreStopDue.AT_TURN;
            case PostStarting _, Running _ -> true;
            case Alive _ -> false;
            default -> false;
        };
    }

    private static String list(List<ContainerName> names) {
        return names.isEmpty()
                ? "none"
                : names.stream().map(ContainerName::text).collect(Collectors.joining(", "));
    }
}
