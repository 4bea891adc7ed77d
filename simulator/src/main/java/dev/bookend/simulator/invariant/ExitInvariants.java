package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.Action.SignalContainer;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.value.Signal;

import java.util.List;
import java.util.stream.Stream;

/// What must hold while a pod goes down.
final class ExitInvariants {
    private ExitInvariants() {}

    static List<Invariant> all() {
        return List.of(
                Invariant.ofActions(
                        "EXIT-1", "no signal or hook before its turn", ExitInvariants::outOfTurn),
                Invariant.ofActions(
                        "EXIT-2",
                        "the stop signal waits for the preStop hook",
                        ExitInvariants::signalBeforeHook),
                Invariant.ofActions(
                        "EXIT-3",
                        "sidecars' hooks begin before the first standard's hook or signal",
                        ExitInvariants::sidecarUnheard),
                Invariant.ofActions(
                        "EXIT-4",
                        "an order given up is said to be",
                        ExitInvariants::silentlyGivenUp),
                Invariant.ofActions(
                        "EXIT-4",
                        "no hook begins after the deadline",
                        ExitInvariants::hookAfterDeadline),
                Invariant.ofActions(
                        "EXIT-6", "no preStop at grace 0", ExitInvariants::hookAtGraceZero));
    }

    /// Stop signals and, for all but sidecars, preStop hooks of containers that exit with the pod.
    private static Stream<Action> turns(Moment moment) {
        if (!moment.after().terminating()) {
            return Stream.empty();
        }
        var hooks = preStops(moment).filter(hook -> !sidecar(moment, hook));
        return Stream.<Action>concat(stopSignals(moment), hooks)
                .filter(action -> !moment.seen(action).alone)
                .filter(action -> moment.seen(action).signalled.isEmpty());
    }

    private static boolean sidecar(Moment moment, Action action) {
        return moment.seen(action).role.kind().isSidecar();
    }

    private static Stream<SignalContainer> stopSignals(Moment moment) {
        return moment.actions(SignalContainer.class)
                .filter(signal -> !signal.signal().equals(Signal.KILL));
    }

    private static Stream<RunHook> preStops(Moment moment) {
        return moment.actions(RunHook.class).filter(hook -> hook.hook() == HookKind.PRE_STOP);
    }

    static Stream<Sight> blockers(Moment moment, Action action) {
        var role = moment.seen(action).role;
        return moment.seen().sights().stream()
                .filter(other -> other.mayRun && role.exitsAfter(other.role));
    }

    private static Stream<String> outOfTurn(Moment moment) {
        return moment.graceIsOver()
                ? Stream.empty()
                : turns(moment)
                        .flatMap(
                                action ->
                                        blockers(moment, action)
                                                .map(
                                                        other ->
                                                                "%s while %s still ran"
                                                                        .formatted(
                                                                                action,
                                                                                other.role
                                                                                        .name())));
    }

    private static Stream<String> signalBeforeHook(Moment moment) {
        return stopSignals(moment)
                .filter(
                        signal -> {
                            var sight = moment.seen(signal);
                            return sight.role.hasPreStop()
                                    && !sight.preStopEnded
                                    && sight.signalled.isEmpty()
                                    && !moment.after()
                                            .deadlineOf(sight)
                                            .filter(end -> !moment.now().isBefore(end))
                                            .isPresent();
                        })
                .map(signal -> signal.attempt() + " was signalled before its preStop hook ended");
    }

    private static Stream<String> sidecarUnheard(Moment moment) {
        if (moment.graceIsOver()) {
            return Stream.empty();
        }
        var standards =
                turns(moment)
                        .filter(
                                action ->
                                        moment.seen(action).role.kind() == ContainerKind.STANDARD);
        return standards.flatMap(
                action ->
                        moment.seen().sights().stream()
                                .filter(ExitInvariants::owesAHook)
                                .map(
                                        other ->
                                                "%s before the preStop hook of %s began"
                                                        .formatted(action, other.role.name())));
    }

    private static boolean owesAHook(Sight sight) {
        return sight.role.kind().isSidecar()
                && sight.role.hasPreStop()
                && sight.started.isPresent()
                && !sight.alone
                && sight.signalled.isEmpty()
                && sight.killed.isEmpty()
                && !sight.preStopHeard;
    }

    private static Stream<String> silentlyGivenUp(Moment moment) {
        if (!moment.graceIsOver() || moment.after().givenUp()) {
            return Stream.empty();
        }
        return turns(moment)
                .filter(action -> blockers(moment, action).findAny().isPresent())
                .map(action -> action + " out of turn, and no ExitOrderGivenUp");
    }

    private static Stream<String> hookAfterDeadline(Moment moment) {
        return moment.fresh(RunHook.class)
                .filter(
                        hook ->
                                hook.hook() == HookKind.PRE_STOP
                                        && moment.after().terminating()
                                        && moment.now().isAfter(moment.after().deadline()))
                .map(hook -> hook + " after the deadline");
    }

    private static Stream<String> hookAtGraceZero(Moment moment) {
        return moment.after().graceZero()
                ? preStops(moment).map(hook -> hook + " although the grace is zero")
                : Stream.empty();
    }
}
