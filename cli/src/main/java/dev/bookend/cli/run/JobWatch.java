package dev.bookend.cli.run;

import dev.bookend.agent.life.PodLife;
import dev.bookend.lifecycle.life.JobProgress;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.pod.JobSpec;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// Counts the restarts of a Job's pod, and stops it when there are too many.
final class JobWatch {
    private final JobSpec spec;
    private final AtomicReference<Optional<PodLife>> life = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean stopped = new AtomicBoolean();

    JobWatch(JobSpec spec) {
        this.spec = spec;
    }

    void watch(PodLife watched) {
        life.set(Optional.of(watched));
    }

    boolean hasStoppedIt() {
        return stopped.get();
    }

    /// Called after every step of the pod.
    void changed(PodState pod) {
        var restarts = pod.containers().values().stream().mapToInt(it -> it.restarts()).sum();
        if (!pod.ended()
                && JobProgress.exceeds(spec, restarts)
                && life.get().isPresent()
                && stopped.compareAndSet(false, true)) {
            life.get().get().stop(Optional.empty());
        }
    }
}
