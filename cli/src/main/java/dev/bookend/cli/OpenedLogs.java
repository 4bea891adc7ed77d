package dev.bookend.cli;

import dev.bookend.agent.LogFollower;
import dev.bookend.agent.PodLife;
import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.ContainerName;
import dev.bookend.lifecycle.ContainerState.Alive;
import dev.bookend.lifecycle.PodState;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// Follows the output of one pod's containers, each run from its start. Called by one thread.
final class OpenedLogs {
    private final PodLife life;
    private final LogFollower follower;
    private final Map<ContainerName, Attempt> followed = new HashMap<>();

    OpenedLogs(PodLife life, LogFollower follower) {
        this.life = life;
        this.follower = follower;
    }

    /// Opens the logs of runs that are new in this state. Of a run that an earlier agent started,
    /// only what is printed from now on is shown.
    void align(PodState pod) {
        var onlyNews = life.isAdopted() && followed.isEmpty();
        for (var each : pod.containers().values()) {
            if (each.state() instanceof Alive alive && isNew(alive.run().attempt())) {
                open(alive.run().attempt(), onlyNews);
            }
        }
    }

    private boolean isNew(Attempt attempt) {
        return !attempt.equals(followed.put(attempt.container(), attempt));
    }

    private void open(Attempt attempt, boolean onlyNews) {
        life.log(attempt)
                .ifPresent(
                        file -> {
                            try {
                                follower.follow(life.name(), attempt.container(), file, onlyNews);
                            } catch (IOException _) {
                                // The log was removed together with its pod.
                            }
                        });
    }
}
