package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.Notice.Tone;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodPhases;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodStage.Terminating;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ExitOrder;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.LaunchOrder;

import java.util.List;

/// After every event: does the pod end, who may start, whose turn is it, is everything over?
final class Settling {
    private Settling() {}

    static void settle(Draft draft) {
        if (draft.active()) {
            conclude(draft);
        }
        if (draft.active()) {
            Launching.openGates(draft);
        }
        if (draft.stage() instanceof Terminating pod) {
            ExitTurns.give(draft, pod);
            if (draft.beginsToTerminate()) {
                tellWaits(draft);
            }
            finish(draft, pod);
        }
    }

    /// Ends a pod whose work is done, or can never be done.
    private static void conclude(Draft draft) {
        if (initFailed(draft)) {
            Termination.begin(draft, StopCause.INIT_FAILED, draft.plan.grace());
            return;
        }
        var hopeless = hopelessGates(draft);
        if (!hopeless.isEmpty()) {
            draft.tellPod(
                    Tone.WARNING,
                    NoticeReason.LAUNCH_GATE_FAILED,
                    "The pod cannot go on: " + String.join("; ", hopeless),
                    new Detail.Nothing());
            Termination.begin(draft, StopCause.LAUNCH_GATE_FAILED, draft.plan.grace());
        } else if (workIsDone(draft)) {
            Termination.begin(draft, StopCause.COMPLETED, draft.plan.grace());
        }
    }

    private static boolean initFailed(Draft draft) {
        return draft.plan
                .of(ContainerKind.INIT)
                .anyMatch(init -> draft.life(init.name()).fact() == LaunchFact.FAILED);
    }

    private static List<String> hopelessGates(Draft draft) {
        var facts = draft.facts();
        if (!facts.containsValue(LaunchFact.FAILED)) {
            return List.of();
        }
        return draft.plan.containers().values().stream()
                .filter(one -> draft.state(one.name()) instanceof Waiting)
                .flatMap(
                        one ->
                                LaunchOrder.hopelessGates(one, facts).stream()
                                        .map(
                                                gate ->
                                                        "%s waits for %s, which failed for good"
                                                                .formatted(one.name(), gate.of())))
                .toList();
    }

    private static boolean workIsDone(Draft draft) {
        return draft.plan
                .of(ContainerKind.STANDARD)
                .allMatch(one -> draft.state(one.name()) instanceof Finished);
    }

    /// Once, when the termination begins: who waits for whom.
    private static void tellWaits(Draft draft) {
        var alive = draft.alive();
        var unheard = ExitTurns.unheard(draft);
        for (var container : draft.plan.containers().values()) {
            if (draft.state(container.name()) instanceof AwaitingTurn) {
                draft.tell(
                        container.name(),
                        NoticeReason.WAITING,
                        "Waiting to exit for " + ExitOrder.words(container, alive, unheard),
                        new Detail.WaitsFor(
                                List.copyOf(ExitOrder.waitsFor(container, alive, unheard))));
            }
        }
    }

    private static void finish(Draft draft, Terminating pod) {
        if (!draft.alive().isEmpty()) {
            return;
        }
        var phase = PodPhases.last(draft.plan, draft::life, pod.cause());
        draft.stage(new PodStage.Ended(pod.cause(), phase, draft.at));
        var failed = phase == PodPhase.FAILED;
        var reason =
                pod.cause() == StopCause.REQUESTED
                        ? NoticeReason.POD_STOPPED
                        : failed ? NoticeReason.POD_FAILED : NoticeReason.POD_SUCCEEDED;
        draft.tellPod(
                reason == NoticeReason.POD_FAILED ? Tone.WARNING : Tone.NORMAL,
                reason,
                "Pod %s: %s".formatted(phase.word(), pod.cause().words()),
                new Detail.FinalPhase(phase));
    }
}
