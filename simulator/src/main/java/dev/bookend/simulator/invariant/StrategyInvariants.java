package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.recreate.FailurePolicy;
import dev.bookend.lifecycle.recreate.RecreateFailure;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateTarget;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What must hold of a request's strategy, as whoever asked wrote it: its order, and what becomes
/// of the rest when one container fails.
final class StrategyInvariants {
    private StrategyInvariants() {}

    static List<Invariant> all() {
        return List.of(
                Invariant.ofActions(
                        "CRR-3",
                        "ordered, a container is stopped when all before it are through",
                        StrategyInvariants::outOfOrder),
                new Invariant(
                        "CRR-6",
                        "Fail: the first failure completes the request",
                        StrategyInvariants::goesOnAfterAFailure),
                new Invariant(
                        "CRR-6",
                        "Ignore: no container fails for another's sake",
                        StrategyInvariants::failsForAnother));
    }

    /// A request as it was asked for, and what the pod says of it.
    private record Asked(RecreateRequest request, RecreateProgress progress) {
        boolean isFailed() {
            return progress.parts().values().stream()
                    .anyMatch(RecreatePart.Failed.class::isInstance);
        }

        /// Those listed before a container that are not through.
        Stream<ContainerName> unfinishedBefore(ContainerName name) {
            return request.targets().stream()
                    .map(RecreateTarget::name)
                    .takeWhile(it -> !it.equals(name))
                    .filter(it -> !progress.part(it).isOver());
        }
    }

    private static Stream<Asked> asked(Moment moment) {
        return moment.seen().wishes().open().values().stream()
                .flatMap(
                        it ->
                                Optional.ofNullable(moment.pod().recreations().get(it.id()))
                                        .map(progress -> new Asked(it, progress))
                                        .stream());
    }

    private static Stream<String> outOfOrder(Moment moment) {
        return asked(moment)
                .filter(it -> it.request().strategy().ordered())
                .flatMap(it -> outOfOrder(moment, it));
    }

    private static Stream<String> outOfOrder(Moment moment, Asked asked) {
        return RecreateInvariants.stops(moment)
                .filter(one -> one.wantedBy.equals(Optional.of(asked.request().id())))
                .map(one -> one.role.name())
                .flatMap(
                        name ->
                                asked.unfinishedBefore(name)
                                        .map(
                                                it ->
                                                        "%s was stopped before %s was recreated"
                                                                .formatted(name, it)));
    }

    private static Stream<String> goesOnAfterAFailure(Moment moment) {
        return with(moment, FailurePolicy.FAIL)
                .filter(it -> it.isFailed() && !it.progress().isOver())
                .map(it -> "%s goes on after a failure".formatted(it.request().id()));
    }

    private static Stream<Asked> with(Moment moment, FailurePolicy policy) {
        return asked(moment).filter(it -> it.request().strategy().failurePolicy() == policy);
    }

    private static Stream<String> failsForAnother(Moment moment) {
        return with(moment, FailurePolicy.IGNORE)
                .flatMap(it -> it.progress().parts().entrySet().stream())
                .filter(StrategyInvariants::isLeftAlone)
                .map(it -> "%s was left alone for another's failure".formatted(it.getKey()));
    }

    private static boolean isLeftAlone(Map.Entry<ContainerName, RecreatePart> part) {
        return part.getValue() instanceof RecreatePart.Failed(_, var why)
                && (why == RecreateFailure.NOT_ATTEMPTED || why == RecreateFailure.NOT_AWAITED);
    }
}
