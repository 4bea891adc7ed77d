package dev.bookend.agent.life;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.container.MemoryWorld;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.journal.Journal;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.agent.opening.PodOpening;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.lifecycle.life.PodState;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/// An agent over a world in memory; several may follow one another over the same directory.
final class TestAgent implements AutoCloseable {
    final MemoryWorld world = new MemoryWorld();
    final StateDirectory state;
    private final DirectoryWatch watch;
    InstantSource clock = new SteadyTime();

    TestAgent(Path directory) throws IOException {
        state = new StateDirectory(directory);
        state.make();
        watch = DirectoryWatch.open();
    }

    AgentPlace place() {
        return new AgentPlace(state, world.runtime(), watch, clock);
    }

    PodLife begin(PodCharge charge, PodWatcher watcher) throws PodRefused {
        return started(PodLife.open(place(), charge, watcher));
    }

    PodLife begin(PodCharge charge, PodWatcher watcher, UnaryOperator<Journal> recording)
            throws PodRefused {
        return started(
                PodLife.of(place(), new PodOpening(place()).open(charge), watcher, recording));
    }

    private static PodLife started(PodLife life) throws PodRefused {
        life.start();
        return life;
    }

    static PodState await(PodLife life)
            throws InterruptedException, ExecutionException, TimeoutException {
        return life.end().get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
