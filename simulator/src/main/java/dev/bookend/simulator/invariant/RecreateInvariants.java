package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateTarget;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What must hold of the containers that requests stop and start.
final class RecreateInvariants {
    private RecreateInvariants() {}

    static List<Invariant> all() {
        return List.of(
                Invariant.ofActions(
                        "CRR-3",
                        "a request stops one container at a time",
                        RecreateInvariants::twoAtATime),
                Invariant.ofActions(
                        "CRR-4",
                        "only the run that a request is about is stopped",
                        RecreateInvariants::wrongRun),
                Invariant.ofActions(
                        "CRR-7",
                        "no stop begins after a request's deadline",
                        RecreateInvariants::stopTooLate),
                Invariant.ofActions(
                        "CRR-10",
                        "nothing is stopped twice for one request",
                        RecreateInvariants::stoppedTwice),
                Invariant.ofActions(
                        "CRR-10",
                        "nothing is stopped or started that nobody asked for",
                        RecreateInvariants::unasked),
                new Invariant(
                        "CRR-12",
                        "a wanted restart comes at once",
                        RecreateInvariants::restartDelayed));
    }

    /// The containers whose stop began in this step for the sake of a request.
    static Stream<Sight> stops(Moment moment) {
        return moment.after().sights().stream()
                .filter(sight -> sight.wantedBy.isPresent() && sight.mayRun)
                .filter(sight -> !moment.seen().sight(sight.role.name()).stopBegan());
    }

    private static Optional<RecreateRequest> asker(Moment moment, Sight sight) {
        return sight.wantedBy.map(moment.seen().wishes().open()::get);
    }

    private static Stream<String> twoAtATime(Moment moment) {
        return stops(moment)
                .flatMap(
                        one ->
                                moment.after().sights().stream()
                                        .filter(other -> other != one && other.mayRun)
                                        .filter(other -> other.wantedBy.equals(one.wantedBy))
                                        .map(
                                                other ->
                                                        "%s was stopped while %s still ran"
                                                                .formatted(
                                                                        one.role.name(),
                                                                        other.role.name())));
    }

    private static Stream<String> wrongRun(Moment moment) {
        return stops(moment)
                .filter(one -> asker(moment, one).filter(it -> !isMeant(it, one)).isPresent())
                .map(one -> "%s is not about run %d of it".formatted(said(one), one.asked));
    }

    private static boolean isMeant(RecreateRequest request, Sight sight) {
        return request.targets().stream()
                .filter(it -> it.name().equals(sight.role.name()))
                .anyMatch(it -> request.strategy().force() || isSame(it, sight));
    }

    private static boolean isSame(RecreateTarget target, Sight sight) {
        return target.id().isPresent() && target.id().equals(sight.id);
    }

    private static String said(Sight sight) {
        return "%s was stopped for %s, which"
                .formatted(sight.role.name(), sight.wantedBy.orElseThrow());
    }

    private static Stream<String> stopTooLate(Moment moment) {
        return stops(moment)
                .filter(
                        one ->
                                asker(moment, one)
                                        .flatMap(RecreateRequest::deadline)
                                        .filter(end -> !moment.now().isBefore(end))
                                        .isPresent())
                .map(one -> said(one) + " had ended at its deadline");
    }

    private static Stream<String> stoppedTwice(Moment moment) {
        var before = moment.seen().wishes().stops();
        return stops(moment)
                .filter(
                        one ->
                                before.getOrDefault(one.wantedBy.orElseThrow(), Set.of())
                                        .contains(one.role.name()))
                .map(one -> said(one) + " had stopped it before");
    }

    private static Stream<String> unasked(Moment moment) {
        return moment.actions()
                .filter(action -> action.reason() == Reason.RECREATE_REQUESTED)
                .filter(action -> !isAsked(moment, action))
                .map(action -> action + ", and no request wants it");
    }

    private static boolean isAsked(Moment moment, Action action) {
        var name = action.attempt().container();
        return action instanceof StartContainer
                ? moment.seen(action).owed || moment.seen().wishes().target(name)
                : moment.seen(action).stopBegan()
                        || asker(moment, moment.after().sight(name)).isPresent();
    }

    private static Stream<String> restartDelayed(Moment moment) {
        return moment.active()
                ? moment.after().sights().stream()
                        .filter(sight -> sight.owed)
                        .map(sight -> sight.role.name() + " is down and was to be recreated")
                : Stream.empty();
    }
}
