package dev.bookend.cli.agent;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.util.Optional;

/// A place that is opened only when it is needed, and closed if it was.
final class LazyPlace implements AutoCloseable {
    private final AgentOptions options;
    private Optional<AgentPlace> place = Optional.empty();

    LazyPlace(AgentOptions options) {
        this.options = options;
    }

    AgentPlace open() throws IOException, RuntimeFailure {
        if (place.isPresent()) {
            return place.get();
        }
        var watch = DirectoryWatch.open();
        var opened =
                new AgentPlace(options.state(), options.openRuntime(), watch, new SteadyTime());
        place = Optional.of(opened);
        return opened;
    }

    @Override
    public void close() throws IOException {
        if (place.isPresent()) {
            place.get().runtime().close();
            place.get().watch().close();
        }
    }
}
