package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Timer;

import java.util.List;
import java.util.stream.Stream;

/// What must hold while a pod comes up and runs.
final class LaunchInvariants {
    private LaunchInvariants() {}

    static List<Invariant> all() {
        return List.of(
                Invariant.ofActions(
                        "LAUNCH-2",
                        "a container starts only when all earlier levels are satisfied",
                        LaunchInvariants::startBeforeGates),
                new Invariant(
                        "LAUNCH-3",
                        "ready means running, postStart done, probes passed",
                        LaunchInvariants::readyTooEarly),
                new Invariant(
                        "LAUNCH-4",
                        "a restart is not gated again",
                        LaunchInvariants::restartHeldBack),
                new Invariant(
                        "LAUNCH-5",
                        "a gate that can never open ends the pod",
                        LaunchInvariants::hopelessGate),
                Invariant.ofActions(
                        "LAUNCH-6",
                        "a restart waits for its backoff",
                        LaunchInvariants::restartTooEarly),
                new Invariant(
                        "LAUNCH-7",
                        "a gate opens on the event itself",
                        LaunchInvariants::startForgotten),
                Invariant.ofActions(
                        "EXIT-7",
                        "no container is started in a pod that is terminating",
                        LaunchInvariants::startWhileTerminating));
    }

    private static Stream<String> startBeforeGates(Moment moment) {
        return moment.fresh(StartContainer.class)
                .filter(start -> !moment.seen(start).begun)
                .flatMap(
                        start ->
                                closedGates(moment.seen(), moment.seen(start))
                                        .map(
                                                gate ->
                                                        "%s was started before %s was satisfied"
                                                                .formatted(
                                                                        start.attempt(),
                                                                        gate.role.name())));
    }

    static Stream<Sight> closedGates(History history, Sight one) {
        return history.sights().stream()
                .filter(other -> one.role.startsAfter(other.role) && !other.opensItsGate());
    }

    private static Stream<String> readyTooEarly(Moment moment) {
        return moment.after().sights().stream()
                .filter(
                        sight ->
                                moment.pod().state(sight.role.name())
                                                instanceof ContainerState.Alive alive
                                        && alive.run().ready()
                                        && !sight.isReady())
                .map(sight -> sight.role.name() + " counts as ready and is not");
    }

    private static Stream<String> restartHeldBack(Moment moment) {
        return active(moment)
                .filter(one -> one.restartAt.filter(at -> at.isBefore(moment.now())).isPresent())
                .filter(one -> !aboutToStart(moment, one))
                .map(
                        one ->
                                "%s was due to be started again at %s"
                                        .formatted(one.role.name(), one.restartAt.orElseThrow()));
    }

    private static boolean aboutToStart(Moment moment, Sight one) {
        return Timers.due(moment.plan(), moment.pod())
                .containsKey(Timer.of(Timer.Kind.BACKOFF, one.role.name()));
    }

    private static Stream<Sight> active(Moment moment) {
        return moment.active() ? moment.after().sights().stream() : Stream.empty();
    }

    private static Stream<String> hopelessGate(Moment moment) {
        return active(moment)
                .filter(one -> !one.begun)
                .flatMap(
                        one ->
                                closedGates(moment.after(), one)
                                        .filter(Sight::neverOpensItsGate)
                                        .map(
                                                gate ->
                                                        "%s waits for %s, which failed for good"
                                                                .formatted(
                                                                        one.role.name(),
                                                                        gate.role.name())));
    }

    private static Stream<String> restartTooEarly(Moment moment) {
        return moment.fresh(StartContainer.class)
                .filter(start -> start.reason() != Reason.RECREATE_REQUESTED)
                .filter(
                        start ->
                                moment.seen(start)
                                        .restartAt
                                        .filter(at -> at.isAfter(moment.now()))
                                        .isPresent())
                .map(
                        start ->
                                "%s was started before %s"
                                        .formatted(
                                                start.attempt(),
                                                moment.seen(start).restartAt.orElseThrow()));
    }

    private static Stream<String> startForgotten(Moment moment) {
        return active(moment)
                .filter(one -> !one.begun)
                .filter(one -> closedGates(moment.after(), one).findAny().isEmpty())
                .map(
                        one ->
                                "every gate of %s is open and nobody starts it"
                                        .formatted(one.role.name()));
    }

    private static Stream<String> startWhileTerminating(Moment moment) {
        return moment.prior().stage() instanceof PodStage.Terminating || !moment.active()
                ? moment.actions(StartContainer.class)
                        .map(start -> start.attempt() + " was started")
                : Stream.empty();
    }
}
