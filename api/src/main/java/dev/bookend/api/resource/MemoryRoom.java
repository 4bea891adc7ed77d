package dev.bookend.api.resource;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// A share of the process's memory for things of one kind. Whoever finds it taken waits a little,
/// and is then asked to come again. Thread-safe.
public final class MemoryRoom {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int KIB = 1024;

    private final String things;
    private final int all;
    private final Semaphore left;

    /// A part of the room, given back when it is closed.
    public interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    /// @param parts of how many parts of the memory this is one
    public MemoryRoom(int parts, String things) {
        this.things = things;
        all = (int) (share(parts) / KIB);
        left = new Semaphore(all);
    }

    /// One of so many parts of all memory that there may ever be.
    public static long share(int parts) {
        return Runtime.getRuntime().maxMemory() / parts;
    }

    /// Takes so many bytes; what is larger than all of it has it alone.
    public Taken take(long bytes) throws ApiError, InterruptedException {
        var taken = (int) Math.min(bytes / KIB, all);
        if (!left.tryAcquire(taken, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new ApiError(
                    429,
                    "TooManyRequests",
                    "too many %s at once; try again later".formatted(things));
        }
        return () -> left.release(taken);
    }
}
