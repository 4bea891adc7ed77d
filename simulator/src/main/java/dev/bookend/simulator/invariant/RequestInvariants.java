package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.ConditionType;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateTarget;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What must hold of recreate requests themselves: none is forgotten, and each has an end.
final class RequestInvariants {
    /// How long each step of a recreation may take: a start under way, the stop, the new start.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int PATIENT_STEPS = 3;

    private RequestInvariants() {}

    static List<Invariant> all() {
        return List.of(
                new Invariant(
                        "CRR-5",
                        "the pod is unready for the sake of a request under way, and no other",
                        RequestInvariants::wronglyReady),
                new Invariant(
                        "CRR-7",
                        "a request completes at its deadline",
                        RequestInvariants::deadlineMissed),
                new Invariant("CRR-8", "every request comes to an end", RequestInvariants::endless),
                new Invariant(
                        "CRR-8",
                        "a request that is over says of each container what became of it",
                        RequestInvariants::undecided),
                new Invariant(
                        "CRR-8",
                        "Succeeded means a new run that is ready",
                        RequestInvariants::wronglySucceeded),
                new Invariant("CRR-10", "no request is forgotten", RequestInvariants::forgotten));
    }

    private static Stream<RecreateRequest> open(Moment moment) {
        return moment.after().wishes().open().values().stream();
    }

    private static Stream<String> wronglyReady(Moment moment) {
        var conditions = moment.pod().conditions().all();
        var ready = conditions.get(ConditionType.READY);
        var containers = conditions.get(ConditionType.CONTAINERS_READY);
        if (ready == null || containers == null) {
            return Stream.empty();
        }
        var held =
                moment.pod().recreations().values().stream()
                        .filter(it -> it.stage().isUnderWay())
                        .anyMatch(it -> it.request().strategy().unready().isPresent());
        return ready.met() == (containers.met() && !held)
                ? Stream.empty()
                : Stream.of("the pod counts as %sready".formatted(ready.met() ? "" : "un"));
    }

    /// An agent that was down ends a request the moment it is back.
    private static boolean isOver(Moment moment, Instant limit) {
        return moment.now().isAfter(limit) && moment.now().isAfter(moment.after().agentUpSince());
    }

    private static Stream<String> deadlineMissed(Moment moment) {
        return open(moment)
                .filter(it -> it.deadline().filter(end -> isOver(moment, end)).isPresent())
                .map(it -> "%s goes on after %s".formatted(it.id(), it.deadline().orElseThrow()));
    }

    private static Stream<String> endless(Moment moment) {
        var goes =
                moment.pod().stage() instanceof PodStage.Terminating
                        || moment.pod().stage() instanceof PodStage.Ended;
        return open(moment)
                .filter(it -> goes || isFirstAndLate(moment, it))
                .map(it -> "%s is still not over".formatted(it.id()));
    }

    private static boolean isFirstAndLate(Moment moment, RecreateRequest request) {
        var up = moment.after().agentUpSince();
        return open(moment).findFirst().filter(request::equals).isPresent()
                && moment.after()
                        .wishes()
                        .since()
                        .map(since -> since.isAfter(up) ? since : up)
                        .filter(since -> moment.now().isAfter(since.plus(longest(request))))
                        .isPresent();
    }

    private static Duration longest(RecreateRequest request) {
        var strategy = request.strategy();
        var each =
                PATIENCE.multipliedBy(PATIENT_STEPS)
                        .plus(strategy.grace())
                        .plus(strategy.minStarted());
        return each.multipliedBy(request.targets().size())
                .plus(strategy.unready().orElse(Duration.ZERO));
    }

    private static Stream<String> undecided(Moment moment) {
        return moment.pod().recreations().values().stream()
                .filter(RecreateProgress::isOver)
                .flatMap(
                        it ->
                                it.request().targets().stream()
                                        .filter(target -> !it.part(target.name()).isOver())
                                        .map(
                                                target ->
                                                        "%s leaves %s open"
                                                                .formatted(
                                                                        it.request().id(),
                                                                        target.name())));
    }

    private static Stream<String> wronglySucceeded(Moment moment) {
        return moment.pod().recreations().values().stream()
                .flatMap(it -> wronglySucceeded(moment, it))
                .map(it -> "%s is %s".formatted(it, moment.pod().state(it.name())));
    }

    private static Stream<RecreateTarget> wronglySucceeded(
            Moment moment, RecreateProgress progress) {
        return progress.request().targets().stream()
                .filter(target -> isNews(moment, progress, target))
                .filter(target -> !isRecreated(moment, progress, target));
    }

    private static boolean isNews(Moment moment, RecreateProgress progress, RecreateTarget target) {
        return progress.part(target.name()) instanceof RecreatePart.Succeeded
                && Optional.ofNullable(moment.prior().recreations().get(progress.request().id()))
                        .filter(it -> it.part(target.name()) instanceof RecreatePart.Succeeded)
                        .isEmpty();
    }

    private static boolean isRecreated(
            Moment moment, RecreateProgress progress, RecreateTarget target) {
        var sight = moment.after().sight(target.name());
        var asked = moment.seen().wishes().open().get(progress.request().id());
        return asked != null
                && moment.pod().state(target.name()) instanceof ContainerState.Alive
                && sight.isReady()
                && !target.id().equals(sight.id)
                && sight.started
                        .map(since -> since.plus(asked.strategy().minStarted()))
                        .filter(enough -> !moment.now().isBefore(enough))
                        .isPresent();
    }

    private static Stream<String> forgotten(Moment moment) {
        return open(moment)
                .filter(it -> !moment.pod().recreations().containsKey(it.id()))
                .filter(_ -> !moment.prior().ended())
                .map(it -> "nobody knows of %s".formatted(it.id()));
    }
}
