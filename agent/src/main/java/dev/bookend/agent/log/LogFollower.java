package dev.bookend.agent.log;

import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.duty.Duty;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Follows containers' log files, woken by the kernel when one of them grows. Lines come from one
/// thread, which waits for the consumer.
public final class LogFollower implements AutoCloseable {
    private static final Duration UNWATCHED = Duration.ofMillis(250);
    private static final Duration LAST_LINES = Duration.ofSeconds(60);

    private final DirectoryWatch watch;
    private final Consumer<LogLine> lines;
    private final List<LogFile> files = new CopyOnWriteArrayList<>();
    private final Semaphore news = new Semaphore(0);
    private final Runnable wake = news::release;
    private final Duty duty;
    private volatile boolean unwatched;
    private volatile boolean closing;

    public LogFollower(DirectoryWatch watch, Consumer<LogLine> lines) {
        this.watch = watch;
        this.lines = lines;
        duty = Duty.begin("log-follower", this::run, System.err::println);
    }

    /// Follows a file; what is in it already is handed on too, unless only news are wanted. The
    /// file of the container's run before is read to its end and closed.
    public void follow(PodName pod, ContainerName container, Path file, boolean onlyNews)
            throws IOException {
        var log =
                onlyNews ? LogFile.news(pod, container, file) : LogFile.whole(pod, container, file);
        files.stream().filter(log::follows).forEach(LogFile::retire);
        files.add(log);
        try {
            watch.on(file.resolveSibling("."), wake);
        } catch (IOException | ClosedWatchServiceException _) {
            // The kernel watches no more directories for this user.
            unwatched = true;
        }
        news.release();
    }

    private void run() throws InterruptedException {
        while (!closing) {
            await();
            readAll();
        }
        readAll();
    }

    private void await() throws InterruptedException {
        if (unwatched) {
            news.tryAcquire(UNWATCHED.toMillis(), TimeUnit.MILLISECONDS);
        } else {
            news.acquire();
        }
        news.drainPermits();
    }

    /// Holds no lock meanwhile: the consumer that it waits for may be about to follow a file.
    private void readAll() {
        files.removeAll(files.stream().filter(file -> !isReadable(file)).toList());
    }

    /// Reads on; a file that went away under us has nothing more to say.
    private boolean isReadable(LogFile file) {
        try {
            var retired = file.isRetired();
            file.read(lines);
            if (retired) {
                file.close();
            }
            return !retired;
        } catch (IOException _) {
            return false;
        }
    }

    /// Hands on what is left; true if that was all of it.
    public boolean finish() {
        closing = true;
        news.release();
        try {
            return duty.join(LAST_LINES);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        finish();
        for (var file : files) {
            file.close();
        }
    }
}
