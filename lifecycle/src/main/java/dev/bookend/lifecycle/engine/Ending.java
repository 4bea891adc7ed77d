package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.Killed;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.Notice.Detail.ExitCode;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.Milestone;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;

import java.time.Instant;
import java.util.Optional;

/// What follows when a run ends: a restart now, a restart later, or the end for good.
final class Ending {
    private static final int START_FAILED_CODE = 128;

    private Ending() {}

    static void exited(Draft draft, Attempt attempt, Exit exit) {
        var name = attempt.container();
        began(draft.state(name), attempt)
                .ifPresent(
                        began -> {
                            draft.report(
                                    name,
                                    NoticeReason.EXITED,
                                    "Container exited with code " + exit.code() + said(exit),
                                    new ExitCode(exit.code()));
                            remember(draft, name, exit);
                            var message = message(Recreations.cause(draft, name), exit);
                            var ended = draft.happened;
                            end(draft, new PastRun(attempt, exit, message, began, ended));
                        });
    }

    /// The end may be heard before the start, and yet the container has run.
    private static void remember(Draft draft, ContainerName name, Exit exit) {
        if (draft.state(name) instanceof Starting && ExitReason.tellsOfRun(exit.reason().word())) {
            var life = draft.life(name);
            draft.put(name, life.latched(draft.plan.container(name), Milestone.RUN));
        }
    }

    /// A request that asked for the end comes before what the container says about it.
    private static String message(String cause, Exit exit) {
        return cause.isEmpty() || exit.message().isEmpty()
                ? cause + exit.message()
                : cause + ": " + exit.message();
    }

    /// What the code does not tell: an unusual reason, and the first of the container's own words.
    private static String said(Exit exit) {
        var reason =
                switch (exit.reason()) {
                    case COMPLETED, ERROR -> "";
                    case OOM_KILLED, START_ERROR, CONFIG_ERROR, SHIM_LOST, SANDBOX_CHANGED ->
                            " (" + exit.reason().word() + ")";
                };
        return exit.message().isBlank() ? reason : reason + ": " + exit.firstLine();
    }

    static void startFailed(Draft draft, Attempt attempt, ExitReason reason, String message) {
        var name = attempt.container();
        if (draft.state(name) instanceof Alive) {
            return;
        }
        began(draft.state(name), attempt)
                .ifPresent(
                        _ -> {
                            draft.warn(name, NoticeReason.FAILED, "Error: " + message);
                            var exit = new Exit(START_FAILED_CODE, reason);
                            var at = draft.happened;
                            end(draft, new PastRun(attempt, exit, message, at, at));
                        });
    }

    /// When the attempt began, if it is the one the container is living.
    private static Optional<Instant> began(ContainerState state, Attempt attempt) {
        return switch (state) {
            case Starting(var current, var since) when current.equals(attempt) ->
                    Optional.of(since);
            case Withdrawn(var current, var since) when current.equals(attempt) ->
                    Optional.of(since);
            case Alive alive when alive.run().attempt().equals(attempt) ->
                    Optional.of(alive.run().since());
            default -> Optional.empty();
        };
    }

    private static void end(Draft draft, PastRun run) {
        var name = run.attempt().container();
        var life = draft.life(name);
        var crashes = Backoff.forgets(run) ? 0 : life.crashes();
        var wanted = Recreations.wants(draft, name);
        if (!draft.active()
                || !(wanted || restarts(draft.plan.container(name), life.state(), run.exit()))) {
            draft.put(name, life.after(run, crashes).in(new Finished(run.exit(), run.ended())));
            return;
        }
        if (wanted) {
            draft.put(name, life.after(run, crashes));
            Launching.start(draft, name, Reason.RECREATE_REQUESTED);
            return;
        }
        draft.put(name, life.after(run, crashes + 1));
        restart(draft, name, run, crashes);
    }

    private static void restart(Draft draft, ContainerName name, PastRun run, int crashes) {
        var delay = Backoff.delay(crashes);
        if (delay.isZero()) {
            Launching.start(draft, name, Reason.RESTART);
            return;
        }
        draft.put(name, new BackingOff(run.ended(), run.ended().plus(delay)));
        draft.warn(
                name,
                NoticeReason.BACK_OFF,
                "Back-off %ds restarting failed container %s".formatted(delay.toSeconds(), name));
    }

    /// A container that a probe condemned is restarted whatever its exit code, unless never.
    private static boolean restarts(ContainerPlan plan, ContainerState state, Exit exit) {
        return stopOf(state).filter(stop -> stop.reason().isProbe()).isPresent()
                ? plan.restartPolicy() != RestartPolicy.NEVER
                : plan.restartPolicy().restarts(exit);
    }

    static Optional<Stop> stopOf(ContainerState state) {
        return switch (state) {
            case PreStopping(_, var stop, _, _) -> Optional.of(stop);
            case ContainerState.Stopping(_, var stop, _) -> Optional.of(stop);
            case Killed(_, var stop, _) -> Optional.of(stop);
            default -> Optional.empty();
        };
    }
}
