package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.pod.HookKind;

import java.util.List;
import java.util.stream.Stream;

/// What must hold of hooks.
final class HookInvariants {
    private HookInvariants() {}

    static List<Invariant> all() {
        return List.of(
                new Invariant(
                        "HOOK-1",
                        "postStart is sent right after the container was started",
                        HookInvariants::postStartForgotten),
                new Invariant(
                        "HOOK-2",
                        "while postStart runs the container does not count as started",
                        HookInvariants::startedDuringHook),
                new Invariant(
                        "HOOK-3",
                        "a failed postStart ends the container",
                        HookInvariants::failureIgnored),
                Invariant.ofActions(
                        "HOOK-4", "a hook is sent once for a run", HookInvariants::sentTwice),
                new Invariant(
                        "HOOK-5",
                        "after a crash every unfinished hook is sent again",
                        HookInvariants::notSentAgain),
                Invariant.ofActions(
                        "HOOK-5",
                        "a hook that is recorded as done is not sent again",
                        HookInvariants::sentAfterItsEnd),
                new Invariant(
                        "HOOK-7",
                        "a pod on its way out does not wait for postStart",
                        HookInvariants::waitsForPostStart));
    }

    private static Stream<String> postStartForgotten(Moment moment) {
        return moment.active()
                        && moment.event() instanceof Event.ContainerStarted(var attempt, _, _)
                ? Stream.of(moment.after().sight(attempt.container()))
                        .filter(sight -> sight.mayRun && sight.asked == attempt.number())
                        .filter(sight -> sight.role.hasPostStart() && sight.postStartsAsked == 0)
                        .map(sight -> attempt + " was started without its postStart hook")
                : Stream.empty();
    }

    private static Stream<String> startedDuringHook(Moment moment) {
        return moment.after().sights().stream()
                .filter(sight -> sight.role.hasPostStart() && sight.mayRun && !sight.postStartDone)
                .filter(
                        sight ->
                                moment.pod().state(sight.role.name())
                                                instanceof ContainerState.Alive alive
                                        && alive.run().started())
                .map(sight -> sight.role.name() + " counts as started");
    }

    private static Stream<String> failureIgnored(Moment moment) {
        return moment.prior().stage() instanceof PodStage.Active
                        && moment.event()
                                instanceof Event.HookFinished(var attempt, var hook, var result, _)
                        && hook == HookKind.POST_START
                        && !moment.after().succeeded(result)
                ? Stream.of(moment.after().sight(attempt.container()))
                        .filter(sight -> sight.mayRun && sight.asked == attempt.number())
                        .filter(sight -> !sight.stopBegan() && !sight.postStartDone)
                        .map(sight -> attempt + " lives on")
                : Stream.empty();
    }

    private static Stream<String> sentTwice(Moment moment) {
        return moment.fresh(RunHook.class)
                .filter(hook -> asked(moment.seen(hook), hook.hook()) > 0)
                .map(hook -> hook + " for the second time");
    }

    private static int asked(Sight sight, HookKind hook) {
        return switch (hook) {
            case POST_START -> sight.postStartsAsked;
            case PRE_STOP -> sight.preStopsAsked;
        };
    }

    private static Stream<String> notSentAgain(Moment moment) {
        return moment.event() instanceof Event.AgentRestarted
                ? moment.seen().sights().stream()
                        .filter(sight -> sight.mayRun && owed(moment, sight))
                        .filter(
                                sight ->
                                        moment.actions()
                                                .noneMatch(
                                                        action ->
                                                                action.attempt()
                                                                        .container()
                                                                        .equals(sight.role.name())))
                        .map(sight -> "the hook of %s was forgotten".formatted(sight.role.name()))
                : Stream.empty();
    }

    private static boolean owed(Moment moment, Sight sight) {
        var postStart =
                sight.postStartsAsked > 0
                        && !sight.postStartDone
                        && !sight.stopBegan()
                        && !moment.seen().terminating();
        var preStop =
                sight.preStopsAsked > 0
                        && !sight.preStopEnded
                        && sight.signalled.isEmpty()
                        && sight.killed.isEmpty();
        return postStart || preStop;
    }

    private static Stream<String> sentAfterItsEnd(Moment moment) {
        return moment.actions(RunHook.class)
                .filter(
                        hook ->
                                hook.hook() == HookKind.PRE_STOP
                                        ? moment.seen(hook).preStopEnded
                                        : moment.seen(hook).postStartDone)
                .map(hook -> hook + " although it had ended");
    }

    private static Stream<String> waitsForPostStart(Moment moment) {
        return moment.active()
                ? Stream.empty()
                : moment.pod().containers().entrySet().stream()
                        .filter(
                                one ->
                                        one.getValue().state()
                                                instanceof ContainerState.PostStarting)
                        .map(one -> one.getKey() + " still waits for its postStart hook");
    }
}
