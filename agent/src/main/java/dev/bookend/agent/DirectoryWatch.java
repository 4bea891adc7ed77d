package dev.bookend.agent;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Hears of changes in directories from the kernel; nothing is polled.
public final class DirectoryWatch implements AutoCloseable {
    private final WatchService service;
    private final Map<WatchKey, List<Runnable>> listeners = new ConcurrentHashMap<>();

    private DirectoryWatch(WatchService service) {
        this.service = service;
    }

    public static DirectoryWatch open() throws IOException {
        var watch = new DirectoryWatch(FileSystems.getDefault().newWatchService());
        Thread.ofVirtual().name("directory-watch").start(watch::run);
        return watch;
    }

    /// Runs the listener on every change in the directory, from one thread for all directories. It
    /// must not block.
    public void on(Path directory, Runnable listener) throws IOException {
        var key =
                directory.register(
                        service,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
        listeners.compute(key, (_, before) -> with(before == null ? List.of() : before, listener));
    }

    private static List<Runnable> with(List<Runnable> before, Runnable listener) {
        if (before.contains(listener)) {
            return before;
        }
        var all = new ArrayList<>(before);
        all.add(listener);
        return all;
    }

    private void run() {
        try {
            while (true) {
                var key = service.take();
                key.pollEvents();
                key.reset();
                listeners.getOrDefault(key, List.of()).forEach(Runnable::run);
            }
        } catch (ClosedWatchServiceException _) {
            // Nobody listens any more.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
