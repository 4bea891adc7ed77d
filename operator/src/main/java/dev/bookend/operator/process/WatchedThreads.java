package dev.bookend.operator.process;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// Threads that must run as long as the operator does. One that ends makes it unhealthy until it
/// has been begun again; one of the platform's own, which cannot be, for good.
public final class WatchedThreads {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /// Long enough for a kubelet to see three times that a thread which ends again and again is not
    /// there, and to restart the operator.
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final Duration LIVED_WELL = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private final Map<String, String> ended = new ConcurrentHashMap<>();
    private final List<Thread> own = new CopyOnWriteArrayList<>();
    private final List<Thread> adopted = new CopyOnWriteArrayList<>();
    private final Log log;
    private volatile boolean closing;

    public WatchedThreads(Log log) {
        this.log = log;
    }

    /// Runs work that ends only when its thread is interrupted.
    public void keep(String name, Runnable work) {
        own.add(Thread.ofVirtual().name(name).start(() -> keepOn(name, work)));
    }

    /// Watches the threads with such names, which the platform has begun and never ends.
    public void adopt(String name) {
        Thread.getAllStackTraces().keySet().stream()
                .filter(it -> it.getName().contains(name) && !adopted.contains(it))
                .forEach(adopted::add);
    }

    /// What is wrong, if anything is.
    public Optional<String> trouble() {
        return Stream.concat(
                        ended.entrySet().stream()
                                .map(
                                        it ->
                                                "thread %s has ended: %s"
                                                        .formatted(it.getKey(), it.getValue())),
                        adopted.stream()
                                .filter(it -> !it.isAlive())
                                .map(it -> "thread %s has ended".formatted(it.getName())))
                .reduce((a, b) -> a + "; " + b);
    }

    private void keepOn(String name, Runnable work) {
        var clock = InstantSource.system();
        var pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        try {
            while (!closing) {
                var begun = clock.instant();
                var why = outcome(work);
                if (closing) {
                    return;
                }
                ended.put(name, why);
                log.warn("thread %s has ended and is begun again: %s".formatted(name, why));
                if (clock.instant().isAfter(begun.plus(LIVED_WELL))) {
                    pause.reset();
                }
                pause.await(clock);
                ended.remove(name);
            }
        } catch (InterruptedException _) {
            ended.put(name, "it was interrupted");
        }
    }

    private static String outcome(Runnable work) {
        try {
            work.run();
            return Thread.interrupted() ? "it was interrupted" : "it had nothing more to do";
        } catch (RuntimeException | StackOverflowError bug) {
            return Log.within(bug.toString());
        }
    }

    /// Ends them all, which is no trouble.
    public void end() throws InterruptedException {
        closing = true;
        own.forEach(Thread::interrupt);
        for (var thread : own) {
            thread.join(PATIENCE);
        }
    }
}
