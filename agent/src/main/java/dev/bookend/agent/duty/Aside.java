package dev.bookend.agent.duty;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Puts aside the one thing among many that cannot be handled: its fault is told once, and the
/// others go on. Thread-safe.
public final class Aside {
    private static final int MOST_TOLD = 1000;

    private final Consumer<String> log;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /// @param log takes what a person should read
    public Aside(Consumer<String> log) {
        this.log = log;
    }

    /// Whether it could be handled.
    public boolean handled(String what, Runnable handling) {
        try {
            handling.run();
            return true;
        } catch (RuntimeException | StackOverflowError fault) {
            var says =
                    "%s is put aside, and the rest goes on: a fault in bookend: %s"
                            .formatted(what, fault);
            if (told.size() >= MOST_TOLD) {
                told.clear();
            }
            if (told.add(says)) {
                log.accept(says);
            }
            return false;
        }
    }
}
