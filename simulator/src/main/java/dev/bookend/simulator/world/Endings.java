package dev.bookend.simulator.world;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.status.Wait;
import dev.bookend.lifecycle.status.Waits;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.simulator.invariant.KillInvariants;
import dev.bookend.simulator.invariant.Sight;
import dev.bookend.simulator.invariant.Violation;

import java.time.Duration;
import java.util.List;

/// What must hold of the world as a whole, beside what each step must keep.
public final class Endings {
    private Endings() {}

    /// After a turn that nobody interrupted: whatever was asked for has reached the machine.
    static void delivered(World world) {
        if (world.pod().ended() || !world.agentUp()) {
            return;
        }
        for (var sight : world.history().sights()) {
            var attempt = new Attempt(sight.role.name(), sight.asked);
            if (sight.mayRun) {
                reached(world, sight, attempt);
            }
        }
    }

    private static void reached(World world, Sight sight, Attempt attempt) {
        var process = world.runtime().machine().process(attempt);
        require(
                process.isPresent() || world.history().terminating(),
                attempt + " was never started");
        require(
                sight.signalled.isEmpty()
                        || process.filter(it -> it.signalled || it.ended.isPresent()).isPresent(),
                "the stop signal of %s was lost".formatted(attempt));
        require(
                sight.killed.isEmpty()
                        || process.filter(it -> it.killed || it.ended.isPresent()).isPresent(),
                "the SIGKILL of %s was lost".formatted(attempt));
        hookReached(world, attempt, HookKind.PRE_STOP, sight.preStopsAsked);
        if (!world.history().terminating()) {
            hookReached(world, attempt, HookKind.POST_START, sight.postStartsAsked);
        }
    }

    private static void hookReached(World world, Attempt attempt, HookKind hook, int asked) {
        if (asked > 0 && !world.runtime().delivered(attempt, hook)) {
            throw new Violation(
                    "HOOK-5",
                    "a hook that was due is sent, whatever happens to the agent",
                    "%s of %s was lost".formatted(hook.word(), attempt));
        }
    }

    private static void require(boolean held, String otherwise) {
        if (!held) {
            throw new Violation("NOT-LOST", "an action survives a crash of the agent", otherwise);
        }
    }

    public static void replayed(PodState before, PodState after) {
        if (!after.equals(before)) {
            throw new Violation(
                    "REPLAY",
                    "replay gives the same state",
                    "before %s, after %s".formatted(before, after));
        }
    }

    /// When nothing is left that could happen, the pod is well, or says what it waits for.
    public static void settled(PodPlan plan, PodState pod) {
        var waits = Waits.of(plan, pod);
        pod.containers()
                .forEach(
                        (name, life) -> {
                            if (!isExplained(waits, name) && !well(life.state())) {
                                throw stuck("%s is %s".formatted(name, life.state()));
                            }
                        });
        if (!(pod.stage() instanceof PodStage.Active)) {
            throw stuck("the pod is " + pod.stage());
        }
    }

    private static boolean isExplained(List<Wait> waits, ContainerName name) {
        return waits.stream()
                .anyMatch(wait -> wait.container().equals(name) && wait.until().isEmpty());
    }

    private static boolean well(ContainerState state) {
        return switch (state) {
            case ContainerState.Finished _ -> true;
            case ContainerState.Running(var run) -> run.ready();
            default -> false;
        };
    }

    private static Violation stuck(String how) {
        return new Violation(
                "STUCK", "no pod is stuck for another reason than a wait without limit", how);
    }

    /// At the very end the pod has ended, and in time.
    static void ended(World world) {
        if (!(world.pod().stage() instanceof PodStage.Ended)) {
            throw stuck("asked to stop, the pod is still " + world.pod().stage());
        }
        var latest = KillInvariants.latestKill(world.history()).plus(slack());
        if (world.now().isAfter(latest)) {
            throw new Violation(
                    "EXIT-4",
                    "the whole exit takes at most the grace and 2 s",
                    "it ended at %s, not by %s".formatted(world.now(), latest));
        }
    }

    /// What the runtime itself may need: to kill, and to tell of it late.
    private static Duration slack() {
        return SimulatedRuntime.KILL_TAKES.plus(SimulatedRuntime.LONGEST_REPORT);
    }
}
