package dev.bookend.operator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Shows SAFE-5.
class WatchedThreadsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private final WatchedThreads threads = new WatchedThreads(Quiet.log(InstantSource.system()));

    @AfterEach
    void end() throws InterruptedException {
        threads.end();
    }

    @Test
    void aThreadThatEndsIsNamedUntilItIsThereAgain() {
        var begun = new AtomicInteger();
        threads.keep("pods", () -> failOnce(begun));
        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> threads.trouble().isPresent());
        assertThat(threads.trouble().orElse("thread pods has ended: "))
                .contains("thread pods has ended: ");
        await().atMost(LONG).until(() -> begun.get() == 2 && threads.trouble().isEmpty());
    }

    private static void failOnce(AtomicInteger begun) {
        if (begun.incrementAndGet() == 1) {
            throw new ArithmeticException("long overflow");
        }
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aThreadOfThePlatformThatEndsIsNamedForGood() throws InterruptedException {
        var last = new CountDownLatch(1);
        var thread = Thread.ofPlatform().name("Adopted-1").start(() -> awaitQuietly(last));
        threads.adopt("Adopted-");
        assertThat(threads.trouble()).isEmpty();
        last.countDown();
        thread.join();
        assertThat(threads.trouble()).contains("thread Adopted-1 has ended");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
