package dev.bookend.api.store;

import dev.bookend.api.resource.ObjectKey;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The changes that one watcher has not taken yet. It holds so much and no more: a watcher that
/// lags behind is cut off, and must list again.
public final class Feed implements AutoCloseable {
    private static final int MOST_CHANGES = 2000;
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private final Predicate<ObjectKey> wanted;
    private final Consumer<Feed> onClose;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Change> changes = new ArrayDeque<>();
    private int bytes;
    private boolean cut;

    Feed(Predicate<ObjectKey> wanted, Consumer<Feed> onClose) {
        this.wanted = wanted;
        this.onClose = onClose;
    }

    void offer(Change change) {
        if (!wanted.test(change.key())) {
            return;
        }
        lock.lock();
        try {
            if (!cut) {
                add(change);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(Change change) {
        changes.add(change);
        bytes += change.size();
        if (changes.size() > MOST_CHANGES || bytes > MOST_BYTES) {
            cut = true;
            changes.clear();
        }
    }

    /// Lets go of what the store has forgotten, so that all feeds together hold no more than it.
    void forget(long version) {
        lock.lock();
        try {
            var oldest = changes.peek();
            if (oldest != null && oldest.version() <= version) {
                cut = true;
                changes.clear();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The next change; empty if the limit came first, or if the watcher was cut off.
    public Optional<Change> next(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            var left = limit.toNanos();
            while (changes.isEmpty() && !cut && left > 0) {
                left = changed.awaitNanos(left);
            }
            var change = Optional.ofNullable(changes.poll());
            change.ifPresent(it -> bytes -= it.size());
            return change;
        } finally {
            lock.unlock();
        }
    }

    /// Whether the watcher lagged behind too far.
    public boolean isCut() {
        lock.lock();
        try {
            return cut;
        } finally {
            lock.unlock();
        }
    }

    /// Ends it from the server's side.
    void cut() {
        lock.lock();
        try {
            cut = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        onClose.accept(this);
    }
}
