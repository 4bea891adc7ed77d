package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.Milestone;
import dev.bookend.lifecycle.recreate.ContainerSight;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.Optional;

/// A container's present state and what must be remembered of its past.
///
/// @param latch the most that any gate has seen of it in this sandbox (LAUNCH-4)
/// @param attempts runs ordered so far
/// @param crashes restarts in a row that the backoff counts
public record ContainerLife(
        ContainerState state,
        LaunchFact latch,
        int attempts,
        int crashes,
        Optional<PastRun> lastRun) {

    public ContainerLife in(ContainerState other) {
        return new ContainerLife(other, latch, attempts, crashes, lastRun);
    }

    public ContainerLife latched(ContainerPlan plan, Milestone passed) {
        return new ContainerLife(state, latch.after(plan, passed), attempts, crashes, lastRun);
    }

    public ContainerLife after(PastRun run, int crashesInARow) {
        return new ContainerLife(state, latch, attempts, crashesInARow, Optional.of(run));
    }

    public ContainerLife inNewSandbox(ContainerState other) {
        return new ContainerLife(other, LaunchFact.UNDER_WAY, attempts, 0, lastRun);
    }

    public ContainerLife starting(ContainerState.Starting starting) {
        return new ContainerLife(starting, latch, starting.attempt().number(), crashes, lastRun);
    }

    public Attempt nextAttempt(ContainerName name) {
        return new Attempt(name, attempts + 1);
    }

    public int restarts() {
        return Math.max(0, attempts - 1);
    }

    public LaunchFact fact() {
        return state instanceof ContainerState.Finished(var exit, _)
                ? latch.afterEnd(exit.success())
                : latch;
    }

    /// What a request to recreate it sees of it.
    public ContainerSight sight() {
        var restarts = restarts();
        return switch (state) {
            case ContainerState.Waiting _, ContainerState.Starting _, ContainerState.Withdrawn _ ->
                    new ContainerSight.Coming(restarts);
            case ContainerState.PostStarting(var run) -> up(run, restarts);
            case ContainerState.Running(var run) -> up(run, restarts);
            case ContainerState.AwaitingTurn(var run, _, _) ->
                    new ContainerSight.Going(run.id(), restarts);
            case ContainerState.PreStopping(var run, _, _, _) ->
                    new ContainerSight.Going(run.id(), restarts);
            case ContainerState.Stopping(var run, _, _) ->
                    new ContainerSight.Going(run.id(), restarts);
            case ContainerState.Killed(var run, _, _) ->
                    new ContainerSight.Going(run.id(), restarts);
            case ContainerState.BackingOff _ -> new ContainerSight.Down(restarts);
            case ContainerState.Finished _ -> new ContainerSight.Ended(restarts);
        };
    }

    private static ContainerSight up(Run run, int restarts) {
        return new ContainerSight.Up(run.id(), restarts, run.ready(), run.since());
    }
}
