package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;

import java.time.Instant;

/// Where a container is in its life. A state carries exactly what is true in it.
public sealed interface ContainerState {
    /// Not started in this sandbox: its gates are closed, or the pod ended first.
    record Waiting(Instant since) implements ContainerState {}

    /// The runtime was told to start it and has not answered.
    record Starting(Attempt attempt, Instant since) implements ContainerState {}

    /// The pod's time ran out before the runtime answered: whatever starts is killed.
    record Withdrawn(Attempt attempt, Instant since) implements ContainerState {}

    /// Has a process.
    sealed interface Alive extends ContainerState {
        Run run();

        Alive with(Run run);
    }

    /// Its postStart hook runs; no gate counts it as running (HOOK-2).
    record PostStarting(Run run) implements Alive {
        @Override
        public PostStarting with(Run other) {
            return new PostStarting(other);
        }
    }

    record Running(Run run) implements Alive {
        @Override
        public Running with(Run other) {
            return new Running(other);
        }
    }

    /// The pod is terminating and others must end first; `hook` says what happens at its turn.
    record AwaitingTurn(Run run, PreStopDue hook, Instant since) implements Alive {
        @Override
        public AwaitingTurn with(Run other) {
            return new AwaitingTurn(other, hook, since);
        }
    }

    /// Its preStop hook was sent; `heard` once the hook has begun.
    record PreStopping(Run run, Stop stop, boolean heard, Instant since) implements Alive {
        @Override
        public PreStopping with(Run other) {
            return new PreStopping(other, stop, heard, since);
        }
    }

    /// The stop signal was sent.
    record Stopping(Run run, Stop stop, Instant signalledAt) implements Alive {
        @Override
        public Stopping with(Run other) {
            return new Stopping(other, stop, signalledAt);
        }
    }

    /// SIGKILL was sent.
    record Killed(Run run, Stop stop, Instant killedAt) implements Alive {
        @Override
        public Killed with(Run other) {
            return new Killed(other, stop, killedAt);
        }
    }

    /// Ended, and will be started again at `until`.
    record BackingOff(Instant since, Instant until) implements ContainerState {}

    /// Ended for good.
    record Finished(Exit exit, Instant at) implements ContainerState {}

    /// Whether a preStop hook is still to be run when the turn comes.
    enum PreStopDue {
        AT_TURN,
        DONE_OR_ABSENT
    }

    /// Whether the runtime may still have a process of it, so that exit turns wait for it.
    default boolean mayRun() {
        return switch (this) {
            case Starting _, Withdrawn _, Alive _ -> true;
            case Waiting _, BackingOff _, Finished _ -> false;
        };
    }

    /// Whether a preStop hook that is due with the termination has not begun yet (EXIT-3).
    default boolean hookUnheard() {
        return switch (this) {
            case PreStopping(_, _, var heard, _) -> !heard;
            case Starting _ -> true;
            default -> false;
        };
    }
}
