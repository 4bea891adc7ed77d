package dev.bookend.agent.loop;

import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// Lives a pod's life in memory, again and again, while the real one waits for its programs: the
/// JVM compiles what it has run often, and an edge of the real life then takes microseconds where
/// it took a millisecond.
///
/// It begins when the first program runs, once for all pods, and rests whenever a pod has something
/// to do, so that it delays none.
public final class Practice {
    private static final int TURNS = 3_000;
    private static final Duration CALM = Duration.ofMillis(100);

    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile long lastChange = System.nanoTime();

    /// Called after every step of a real pod.
    public void changed(PodPlan plan, PodState pod) {
        lastChange = System.nanoTime();
        if (!begun.get() && runs(pod) && begun.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("practice").start(() -> practise(plan));
        }
    }

    private static boolean runs(PodState pod) {
        return pod.containers().values().stream().anyMatch(life -> life.state() instanceof Alive);
    }

    private void practise(PodPlan plan) {
        for (var turns = 0; turns < TURNS; ) {
            awaitCalm();
            turns += new PractisedLife(plan).live(TURNS);
        }
    }

    private void awaitCalm() {
        var left = CALM.toNanos() - (System.nanoTime() - lastChange);
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = CALM.toNanos() - (System.nanoTime() - lastChange);
        }
    }
}
