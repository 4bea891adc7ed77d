package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.status.Wait;
import dev.bookend.lifecycle.status.Waits;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What must hold of every state, whatever the pod does.
final class StateInvariants {
    private StateInvariants() {}

    static List<Invariant> all() {
        return List.of(
                Invariant.ofActions(
                        "ONE-ACTION",
                        "a step holds at most one action a container",
                        StateInvariants::twoActions),
                new Invariant(
                        "SEE-1", "a restart count never falls", StateInvariants::fewerRestarts),
                new Invariant(
                        "SEE-2",
                        "whoever waits says for what, and no limit lies in the past",
                        StateInvariants::unexplainedWait),
                new Invariant(
                        "SEE-2",
                        "while a pod terminates every wait but the kernel's has a limit",
                        StateInvariants::waitWithoutLimit),
                new Invariant(
                        "TIMER",
                        "a timer that fired is not set for the same moment again",
                        StateInvariants::timerStays),
                new Invariant(
                        "TRUTH",
                        "the engine takes for alive what was asked for and has not ended",
                        StateInvariants::wrongAboutLife));
    }

    private static Stream<String> twoActions(Moment moment) {
        var names = new HashSet<ContainerName>();
        return moment.actions()
                .filter(action -> !names.add(action.attempt().container()))
                .map(action -> "two actions for " + action.attempt().container());
    }

    private static Stream<String> fewerRestarts(Moment moment) {
        return moment.prior().containers().entrySet().stream()
                .filter(
                        one ->
                                moment.pod().life(one.getKey()).restarts()
                                        < one.getValue().restarts())
                .map(one -> "the restart count of %s fell".formatted(one.getKey()));
    }

    private static Stream<String> unexplainedWait(Moment moment) {
        var waits =
                Waits.of(moment.plan(), moment.pod()).stream()
                        .collect(Collectors.toMap(Wait::container, wait -> wait));
        return moment.pod().containers().entrySet().stream()
                .filter(one -> waitsForSomething(moment, one.getValue().state()))
                .flatMap(one -> fault(one.getKey(), Optional.ofNullable(waits.get(one.getKey()))));
    }

    private static Stream<String> fault(ContainerName name, Optional<Wait> wait) {
        if (wait.isEmpty()) {
            return Stream.of(name + " waits and does not say for what");
        }
        return wait.get().what().isBlank()
                ? Stream.of(name + " waits for nothing")
                : Stream.empty();
    }

    private static boolean waitsForSomething(Moment moment, ContainerState state) {
        return switch (state) {
            case ContainerState.Waiting _ -> moment.active();
            case ContainerState.Running(var run) -> !run.ready();
            case ContainerState.Finished _ -> false;
            default -> true;
        };
    }

    private static Stream<String> waitWithoutLimit(Moment moment) {
        if (!(moment.pod().stage() instanceof PodStage.Terminating)) {
            return Stream.empty();
        }
        var latest = moment.after().deadline().plus(KillInvariants.LAST_WORDS);
        return Waits.of(moment.plan(), moment.pod()).stream()
                .filter(wait -> !isKilled(moment.pod().state(wait.container())))
                .filter(wait -> wait.until().filter(until -> !until.isAfter(latest)).isEmpty())
                .map(wait -> "%s may last longer than %s".formatted(wait, latest));
    }

    private static boolean isKilled(ContainerState state) {
        return state instanceof ContainerState.Killed || state instanceof ContainerState.Withdrawn;
    }

    /// A request that completes with a ttl of zero is seen for one step before it goes.
    private static Stream<String> timerStays(Moment moment) {
        if (!(moment.event() instanceof Event.TimerFired(var timer, _))
                || !moment.pod().recreations().equals(moment.prior().recreations())) {
            return Stream.empty();
        }
        return Optional.ofNullable(Timers.due(moment.plan(), moment.pod()).get(timer)).stream()
                .filter(due -> !due.isAfter(moment.now()))
                .map(due -> "%s fired and is set for %s".formatted(timer, due));
    }

    private static Stream<String> wrongAboutLife(Moment moment) {
        return moment.after().sights().stream()
                .filter(sight -> sight.mayRun != moment.pod().state(sight.role.name()).mayRun())
                .map(
                        sight ->
                                "%s is %s, and the engine has it as %s"
                                        .formatted(
                                                sight.role.name(),
                                                sight.mayRun ? "alive" : "gone",
                                                moment.pod().state(sight.role.name())));
    }
}
