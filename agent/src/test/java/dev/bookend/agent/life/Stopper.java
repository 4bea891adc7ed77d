package dev.bookend.agent.life;

import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Asks a pod to stop as soon as all of it is ready.
class Stopper implements PodWatcher {
    final CompletableFuture<PodLife> life = new CompletableFuture<>();

    @Override
    public void told(PodPlan plan, Notice notice) {}

    @Override
    public void changed(PodPlan plan, PodState pod) {
        var allReady =
                pod.containers().values().stream()
                        .allMatch(it -> it.state() instanceof Running(var run) && run.ready());
        if (allReady && pod.stage() instanceof PodStage.Active) {
            ready(plan, pod);
        }
    }

    void ready(PodPlan plan, PodState pod) {
        Thread.ofVirtual().start(() -> life.join().stop(Optional.empty()));
    }
}
