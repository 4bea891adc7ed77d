package dev.bookend.cli.run;

import dev.bookend.agent.life.PodLife;
import dev.bookend.agent.log.LogFollower;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Follows the output of one pod's containers, each run from its start. Called by one thread.
final class OpenedLogs {
    private final PodName pod;
    private final Function<Attempt, Optional<Path>> logs;
    private final LogFollower follower;
    private final Map<ContainerName, Attempt> followed = new HashMap<>();

    private OpenedLogs(PodName pod, Function<Attempt, Optional<Path>> logs, LogFollower follower) {
        this.pod = pod;
        this.logs = logs;
        this.follower = follower;
    }

    /// For a life that has not been started.
    static OpenedLogs of(PodLife life, LogFollower follower) {
        return of(life.name(), life.found(), life::log, follower);
    }

    /// Of runs that an earlier agent started only what is printed from now on is shown. They are
    /// opened here, because an answer to a stop may be printed before the first change is told.
    static OpenedLogs of(
            PodName pod,
            PodState found,
            Function<Attempt, Optional<Path>> logs,
            LogFollower follower) {
        var opened = new OpenedLogs(pod, logs, follower);
        opened.align(found, true);
        return opened;
    }

    /// Opens the logs of runs that are new in this state.
    void align(PodState state) {
        align(state, false);
    }

    private void align(PodState state, boolean onlyNews) {
        for (var each : state.containers().values()) {
            if (each.state() instanceof Alive alive && isNew(alive.run().attempt())) {
                open(alive.run().attempt(), onlyNews);
            }
        }
    }

    private boolean isNew(Attempt attempt) {
        return !attempt.equals(followed.put(attempt.container(), attempt));
    }

    private void open(Attempt attempt, boolean onlyNews) {
        logs.apply(attempt)
                .ifPresent(
                        file -> {
                            try {
                                follower.follow(pod, attempt.container(), file, onlyNews);
                            } catch (IOException _) {
                                // The log was removed together with its pod.
                            }
                        });
    }
}
