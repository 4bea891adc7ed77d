package dev.bookend.api.service;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// An agent over plain processes; several may follow one another over the same directory.
public final class ApiWorld implements AutoCloseable {
    public final AgentService service;
    public final List<String> log = new CopyOnWriteArrayList<>();
    private final ProcessRuntime runtime;
    private final DirectoryWatch watch;

    private ApiWorld(Path directory, Optional<Path> manifests, InstantSource time, int port)
            throws Exception {
        var state = new StateDirectory(directory);
        state.make();
        runtime =
                ProcessRuntime.open(
                        new Places(directory.resolve("runtime"), directory.resolve("sockets")),
                        Isolation.NONE);
        watch = DirectoryWatch.open();
        var place = new AgentPlace(state, runtime, watch, time);
        service =
                AgentService.start(
                        place, new AgentService.Settings(port, manifests, "test", log::add));
    }

    public static ApiWorld open(Path directory) throws Exception {
        return open(directory, new SteadyTime());
    }

    public static ApiWorld open(Path directory, InstantSource time) throws Exception {
        return open(directory, time, 0);
    }

    public static ApiWorld open(Path directory, InstantSource time, int port) throws Exception {
        return new ApiWorld(directory, Optional.empty(), time, port);
    }

    public static ApiWorld open(Path directory, Path manifests) throws Exception {
        return new ApiWorld(directory, Optional.of(manifests), new SteadyTime(), 0);
    }

    /// A client with the credentials that this agent gave out.
    public TestClient client() throws Exception {
        return new TestClient(service.kubeconfig());
    }

    /// Leaves as an agent leaves: the pods live on.
    @Override
    public void close() throws IOException {
        service.close();
        runtime.close();
        watch.close();
    }
}
