package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage.Ended;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.status.PodStatus;

import java.util.List;
import java.util.stream.Stream;

/// What must hold of a pod's end.
final class JobInvariants {
    private JobInvariants() {}

    static List<Invariant> all() {
        return List.of(
                new Invariant(
                        "JOB-1",
                        "when every standard container has ended for good the sidecars are stopped",
                        JobInvariants::sidecarsLeftRunning),
                new Invariant(
                        "JOB-2",
                        "the phase looks at standard containers, and at sidecars where they count",
                        JobInvariants::wrongPhase),
                new Invariant(
                        "JOB-3",
                        "the phase is not final until every container has ended",
                        JobInvariants::finalTooEarly));
    }

    private static Stream<Sight> standards(Moment moment) {
        return moment.after().sights().stream()
                .filter(sight -> sight.role.kind() == ContainerKind.STANDARD);
    }

    private static Stream<String> sidecarsLeftRunning(Moment moment) {
        return moment.active() && standards(moment).allMatch(sight -> sight.begun && sight.forGood)
                ? Stream.of("every standard container has ended and the pod goes on")
                : Stream.empty();
    }

    private static Stream<String> wrongPhase(Moment moment) {
        if (!(moment.pod().stage() instanceof Ended(var cause, var phase, _))) {
            return Stream.empty();
        }
        var good =
                standards(moment).allMatch(Sight::finishedWell)
                        && (!moment.after().roles().countsSidecars() || sidecarsEndedWell(moment))
                        && cause != StopCause.INIT_FAILED
                        && cause != StopCause.LAUNCH_GATE_FAILED
                        && cause != StopCause.DEADLINE_EXCEEDED;
        var right = good ? PodPhase.SUCCEEDED : PodPhase.FAILED;
        return phase == right
                ? Stream.empty()
                : Stream.of("the pod is %s and should be %s".formatted(phase, right));
    }

    private static boolean sidecarsEndedWell(Moment moment) {
        return moment.after().sights().stream()
                .filter(sight -> sight.role.kind().isSidecar() && sight.exit.isPresent())
                .allMatch(Sight::finishedWell);
    }

    private static Stream<String> finalTooEarly(Moment moment) {
        if (moment.active() || moment.pod().stage().equals(moment.prior().stage())) {
            return Stream.empty();
        }
        var phase = PodStatus.of(moment.plan(), moment.pod()).phase();
        return phase == PodPhase.SUCCEEDED || phase == PodPhase.FAILED
                ? moment.after().sights().stream()
                        .filter(sight -> sight.mayRun)
                        .map(sight -> "%s while %s ran".formatted(phase, sight.role.name()))
                : Stream.empty();
    }
}
