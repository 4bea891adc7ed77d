package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.Notice.Tone;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;

import java.time.Instant;

/// What is left of a pod when all its processes are gone at once (LAUNCH-4).
final class Sandbox {
    private static final Exit GONE = new Exit(137, ExitReason.SANDBOX_CHANGED);

    private Sandbox() {}

    static void lost(Draft draft) {
        if (draft.stage() instanceof PodStage.Unborn) {
            return;
        }
        draft.tellPod(
                Tone.NORMAL,
                NoticeReason.SANDBOX_CHANGED,
                "Pod sandbox changed: every process of the pod is gone",
                new Detail.Nothing());
        if (draft.active() && nobodyEverRan(draft)) {
            draft.names().forEach(name -> rewind(draft, name));
            return;
        }
        draft.names().forEach(name -> bury(draft, name));
        if (draft.active()) {
            revive(draft);
        }
    }

    /// A start that was never answered is no run, so that even Never lets it be asked for again.
    private static boolean nobodyEverRan(Draft draft) {
        return draft.names().stream()
                .map(draft::life)
                .noneMatch(life -> life.lastRun().isPresent() || life.state() instanceof Alive);
    }

    private static void bury(Draft draft, ContainerName name) {
        var life = draft.life(name);
        if (life.state().mayRun()) {
            var began = life.state() instanceof Alive alive ? alive.run().since() : draft.at;
            draft.put(name, buried(life, name, began, draft.at));
        }
    }

    private static ContainerLife buried(
            ContainerLife life, ContainerName name, Instant began, Instant at) {
        var run = new PastRun(new Attempt(name, life.attempts()), GONE, "", began, at);
        return life.after(run, 0).in(new Finished(GONE, at));
    }

    /// The whole order begins anew for those who may be started again, init containers included.
    private static void revive(Draft draft) {
        var revived =
                draft.plan.containers().values().stream()
                        .filter(one -> one.kind().isInit() || revives(draft, one))
                        .toList();
        if (revived.stream().noneMatch(one -> one.kind() == ContainerKind.STANDARD)) {
            Termination.begin(draft, StopCause.SANDBOX_LOST, draft.plan.grace());
            return;
        }
        revived.forEach(one -> rewind(draft, one.name()));
    }

    private static boolean revives(Draft draft, ContainerPlan plan) {
        return switch (draft.state(plan.name())) {
            case Finished(var exit, _) -> plan.restartPolicy().restarts(exit);
            default -> plan.restartPolicy() != RestartPolicy.NEVER;
        };
    }

    private static void rewind(Draft draft, ContainerName name) {
        draft.put(name, draft.life(name).inNewSandbox(new Waiting(draft.at)));
    }
}
