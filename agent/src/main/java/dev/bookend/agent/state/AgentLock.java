package dev.bookend.agent.state;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/// Says that this process is the one agent of a state directory. The kernel frees it when the
/// process ends, however that is.
public final class AgentLock implements AutoCloseable {
    private static final String FILE = "agent.lock";

    private final PodLock lock;

    private AgentLock(PodLock lock) {
        this.lock = lock;
    }

    /// Takes the lock; empty if another agent has it.
    public static Optional<AgentLock> take(StateDirectory state) throws IOException {
        var file = state.root().resolve(FILE);
        var lock = PodLock.take(file);
        if (lock.isEmpty() && LockHolders.isForeign(file)) {
            // It was open to others once, and the directory is not any more.
            Files.deleteIfExists(file);
            lock = PodLock.take(file);
        }
        return lock.map(AgentLock::new);
    }

    /// The process id of the agent that serves the directory; empty if none does.
    public static Optional<String> owner(StateDirectory state) throws IOException {
        var file = state.root().resolve(FILE);
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        var free = PodLock.isFree(file);
        return free ? Optional.empty() : Optional.of(PodLock.owner(file));
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
