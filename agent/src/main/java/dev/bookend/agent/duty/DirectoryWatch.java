package dev.bookend.agent.duty;

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
import java.util.function.Consumer;

/// Hears of changes in directories from the kernel; nothing is polled.
public final class DirectoryWatch implements AutoCloseable {
    private final WatchService service;
    private final Map<WatchKey, List<Runnable>> listeners = new ConcurrentHashMap<>();

    private final Aside aside;
    private final Duty duty;

    private DirectoryWatch(WatchService service, Consumer<String> log) {
        this.service = service;
        aside = new Aside(log);
        duty = Duty.begin("directory-watch", this::run, log);
    }

    public static DirectoryWatch open() throws IOException {
        return open(System.err::println);
    }

    /// @param log takes what a person should read
    public static DirectoryWatch open(Consumer<String> log) throws IOException {
        return new DirectoryWatch(FileSystems.getDefault().newWatchService(), log);
    }

    /// What must go on, or nothing is heard any more.
    public Duty duty() {
        return duty;
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

    private void run() throws InterruptedException {
        try {
            while (true) {
                take(service.take());
            }
        } catch (ClosedWatchServiceException _) {
            // Nobody listens any more.
        }
    }

    private void take(WatchKey key) {
        key.pollEvents();
        var heard = listeners.getOrDefault(key, List.of());
        if (!key.reset()) {
            listeners.remove(key);
        }
        heard.forEach(it -> aside.handled("a change in " + key.watchable(), it));
    }

    @Override
    public void close() throws IOException {
        duty.close();
        service.close();
    }
}
