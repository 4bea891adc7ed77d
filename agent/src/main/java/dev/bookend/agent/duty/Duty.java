package dev.bookend.agent.duty;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Work that must go on for as long as the process does, on a thread that is watched: when it
/// fails, that is said, and it is begun anew after a pause. It is over when it returns.
public final class Duty implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration GOOD_RUN = Duration.ofSeconds(60);
    private static final int MANY = 3;
    private static final int HOPELESS = 10;

    private final String name;
    private final Work work;
    private final Consumer<String> log;
    private final Thread thread;
    private volatile Optional<String> fault = Optional.empty();
    private volatile int faults;
    private volatile long begun;
    private volatile boolean pausing;
    private volatile boolean closing;

    /// What is to be done.
    public interface Work {
        void run() throws Exception;
    }

    private Duty(Thread.Builder threads, String name, Work work, Consumer<String> log) {
        this.name = name;
        this.work = work;
        this.log = log;
        thread = threads.name(name).unstarted(this::run);
    }

    /// Begins on a thread that is cheap, and waits its turn behind the requests.
    public static Duty begin(String name, Work work, Consumer<String> log) {
        return begin(Thread.ofVirtual(), name, work, log);
    }

    /// @param log takes what a person should read
    public static Duty begin(Thread.Builder threads, String name, Work work, Consumer<String> log) {
        var duty = new Duty(threads, name, work, log);
        duty.thread.start();
        return duty;
    }

    private void run() {
        var pause = FIRST_PAUSE;
        while (!closing) {
            begun = System.nanoTime();
            if (isDone()) {
                return;
            }
            var good = isRunningWell();
            pause = good ? FIRST_PAUSE : pause;
            faults = good ? 1 : faults + 1;
            log.accept(
                    "the thread %s failed: %s; it begins anew in %d ms"
                            .formatted(name, fault.orElse(""), pause.toMillis()));
            if (!isRested(pause)) {
                return;
            }
            pause =
                    pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                            ? pause.multipliedBy(2)
                            : LONGEST_PAUSE;
        }
    }

    /// Whatever is thrown here, the thread lives: nobody else would do its work.
    private boolean isDone() {
        try {
            work.run();
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        } catch (Exception | Error thrown) {
            fault = Optional.of(described(thrown));
            return closing;
        }
    }

    private static String described(Throwable thrown) {
        var stack = thrown.getStackTrace();
        return stack.length == 0 ? thrown.toString() : thrown + " at " + stack[0];
    }

    private boolean isRested(Duration pause) {
        pausing = true;
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            pausing = false;
        }
    }

    /// Why the work is not being done, if it is not: it is over, rests after a fault, or fails time
    /// and again.
    public Optional<String> problem() {
        if (closing) {
            return Optional.empty();
        }
        if (!thread.isAlive()) {
            return Optional.of("the thread %s has ended".formatted(name));
        }
        return pausing || isFailing(MANY)
                ? fault.map(it -> "the thread %s failed %d times: %s".formatted(name, faults, it))
                : Optional.empty();
    }

    /// Whether it has failed so often that only a new process may help.
    public boolean isHopeless() {
        return isFailing(HOPELESS) || (!closing && !thread.isAlive());
    }

    private boolean isFailing(int often) {
        return faults >= often && !isRunningWell();
    }

    private boolean isRunningWell() {
        return System.nanoTime() - begun > GOOD_RUN.toNanos();
    }

    /// Waits for the end of work that returns by itself; false if the limit came first.
    public boolean join(Duration limit) throws InterruptedException {
        return thread.join(limit);
    }

    /// Ends the work by an interrupt.
    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
