package dev.bookend.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.Signal;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// What every runtime keeps when agents come and go, and when many containers do.
public abstract class RuntimeAdoptionContract {
    private static final int AT_ONCE = 16;

    private RuntimeWorld world;

    /// Opens the runtime, always over the same place within one test.
    protected abstract ContainerRuntime open() throws Exception;

    @BeforeEach
    public void openWorld() throws Exception {
        world = new RuntimeWorld(this::open);
    }

    @AfterEach
    public void closeWorld() throws Exception {
        world.close();
    }

    @Test
    public void runningContainerIsAdopted() throws Exception {
        var attempt =
                world.prepare(world.request("trap 'exit 9' TERM; while :; do sleep 0.02; done"));
        var started = world.sandbox().start(attempt);
        world.restartAgent();
        assertThat(world.sandbox().found()).containsExactly(new Found.Running(attempt, started));
        world.sandbox().listen();
        assertThat(world.sandbox().start(attempt)).isEqualTo(started);
        world.sandbox().signal(attempt, Signal.KILL);
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(137));
    }

    @Test
    public void preparedContainerIsAdopted() throws Exception {
        var attempt = world.prepare(world.request("exit 3"));
        world.restartAgent();
        assertThat(world.sandbox().found()).containsExactly(new Found.Prepared(attempt));
        world.sandbox().listen();
        world.sandbox().start(attempt);
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(3));
    }

    @Test
    public void exitWhileTheAgentWasAwayIsTold() throws Exception {
        var attempt =
                world.prepare(world.request("read line < /proc/self/fd/0; sleep 0.1; exit 5"));
        var started = world.sandbox().start(attempt);
        var log = world.sandbox().log(attempt).orElseThrow();
        assertThat(log).exists();
        world.letGo();
        world.comeBack();
        world.sandbox().listen();
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(5));
        assertThat(world.heard().times(attempt)).isEqualTo(1);
        world.restartAgent();
        assertThat(world.sandbox().found())
                .singleElement()
                .isInstanceOfSatisfying(
                        Found.Ended.class,
                        ended -> {
                            assertThat(ended.started()).isEqualTo(started);
                            assertThat(ended.exit()).isEqualTo(Exit.of(5));
                            assertThat(ended.at()).isAfter(started.at());
                        });
    }

    @Test
    public void nothingIsToldBeforeSomebodyListens() throws Exception {
        var attempt = world.start("exit 5");
        world.heard().await(attempt);
        world.restartAgent();
        assertThat(world.heard().heard()).isEmpty();
        world.sandbox().listen();
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(5));
    }

    @Test
    public void forgottenAttemptIsNotFoundAndKeepsItsLog() throws Exception {
        var attempt = world.start("echo word");
        world.heard().await(attempt);
        world.sandbox().forget(attempt);
        world.restartAgent();
        assertThat(world.sandbox().found()).isEmpty();
        assertThat(world.output(attempt)).containsExactly("word");
    }

    @Test
    public void takenBackAttemptIsNotFound() throws Exception {
        var attempt = world.prepare(world.request("true"));
        world.sandbox().signal(attempt, Signal.KILL);
        world.restartAgent();
        assertThat(world.sandbox().found()).isEmpty();
        world.sandbox().listen();
        assertThat(world.heard().heard()).isEmpty();
    }

    @Test
    public void hundredShortContainersAllEnd() throws Exception {
        runShortContainers(100);
    }

    @Test
    @Tag("slow")
    public void thousandShortContainersAllEnd() throws Exception {
        runShortContainers(1000);
    }

    private void runShortContainers(int count) throws Exception {
        var runs = new ArrayList<Callable<Attempt>>();
        for (var i = 0; i < count; i++) {
            var request = world.request("exit " + i % 100);
            runs.add(() -> world.start(request));
        }
        for (var each : inParallel(runs)) {
            var attempt = each.get();
            assertThat(world.heard().await(attempt))
                    .isEqualTo(Exit.of((attempt.number() - 1) % 100));
            world.sandbox().forget(attempt);
        }
        assertThat(world.heard().exits()).hasSize(count);
    }

    private static List<Future<Attempt>> inParallel(Collection<Callable<Attempt>> runs)
            throws InterruptedException {
        try (var workers = Executors.newFixedThreadPool(AT_ONCE)) {
            return workers.invokeAll(runs);
        }
    }
}
