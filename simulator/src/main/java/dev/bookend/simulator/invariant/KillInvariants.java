package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.Action.SignalContainer;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Signal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// When SIGKILL may come, and when it must have come.
public final class KillInvariants {
    static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private KillInvariants() {}

    static List<Invariant> all() {
        return List.of(
                Invariant.ofActions(
                        "EXIT-2",
                        "SIGKILL comes at the deadline, not before",
                        KillInvariants::killBeforeDeadline),
                Invariant.ofActions(
                        "EXIT-4",
                        "SIGKILL comes 2 s after the signal, at the latest 2 s after the deadline",
                        KillInvariants::killWithoutLastWords),
                new Invariant(
                        "EXIT-4",
                        "the whole exit takes at most the grace and 2 s",
                        KillInvariants::killOverdue),
                new Invariant(
                        "EXIT-6", "grace 0 is SIGKILL now", KillInvariants::notKilledAtGraceZero));
    }

    private static Stream<SignalContainer> kills(Moment moment) {
        return moment.actions(SignalContainer.class)
                .filter(action -> action.signal().equals(Signal.KILL))
                .filter(action -> moment.seen(action).killed.isEmpty())
                .filter(action -> !mercyIsZero(moment, moment.after().sight(name(action))));
    }

    private static ContainerName name(SignalContainer action) {
        return action.attempt().container();
    }

    private static boolean mercyIsZero(Moment moment, Sight sight) {
        return (moment.after().terminating() && moment.after().graceZero())
                || (sight.alone
                        && sight.aloneDeadline.equals(sight.killed)
                        && sight.preStopsAsked == 0
                        && sight.signalled.isEmpty());
    }

    private static boolean past(Moment moment, Sight sight, Duration more) {
        return moment.after()
                .deadlineOf(sight)
                .filter(deadline -> !moment.now().isBefore(deadline.plus(more)))
                .isPresent();
    }

    private static Stream<String> killBeforeDeadline(Moment moment) {
        return kills(moment)
                .filter(kill -> !past(moment, moment.after().sight(name(kill)), Duration.ZERO))
                .map(
                        kill ->
                                "%s before %s"
                                        .formatted(
                                                kill,
                                                moment.after()
                                                        .deadlineOf(
                                                                moment.after().sight(name(kill)))));
    }

    private static Stream<String> killWithoutLastWords(Moment moment) {
        return kills(moment)
                .filter(kill -> !past(moment, moment.after().sight(name(kill)), LAST_WORDS))
                .filter(
                        kill ->
                                moment.seen(kill)
                                        .signalled
                                        .filter(at -> !moment.now().isBefore(at.plus(LAST_WORDS)))
                                        .isEmpty())
                .map(kill -> kill + " within 2 s of the signal");
    }

    /// An agent that was down cannot kill; it does so the moment it is back.
    private static Stream<String> killOverdue(Moment moment) {
        if (!moment.after().terminating()) {
            return Stream.empty();
        }
        var latest = latestKill(moment.after());
        return moment.now().isAfter(latest)
                ? moment.after().sights().stream()
                        .filter(sight -> sight.mayRun && sight.killed.isEmpty())
                        .map(
                                sight ->
                                        "%s was not killed by %s"
                                                .formatted(sight.role.name(), latest))
                : Stream.empty();
    }

    public static Instant latestKill(History history) {
        var latest = history.deadline().plus(LAST_WORDS);
        return latest.isAfter(history.agentUpSince()) ? latest : history.agentUpSince();
    }

    private static Stream<String> notKilledAtGraceZero(Moment moment) {
        return moment.after().terminating() && moment.after().graceZero()
                ? moment.after().sights().stream()
                        .filter(sight -> sight.mayRun && sight.killed.isEmpty())
                        .map(sight -> sight.role.name() + " was not killed")
                : Stream.empty();
    }
}
