package dev.bookend.api.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.agent.duty.Duties;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

class ClerkTest {
    private final Clerk clerk = new Clerk(new Duties(_ -> {}), _ -> {});
    private final List<String> written = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        clerk.close();
    }

    private void fail() throws ApiError {
        throw ApiError.notStored(new IOException("No space left on device"));
    }

    private void awaitWritten(String... all) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(written).containsExactly(all));
    }

    @Test
    void whatAFullDiskRefusesIsWrittenWhenThereIsRoom() {
        var refusals = new AtomicInteger(2);
        clerk.later(
                () -> {
                    if (refusals.getAndDecrement() > 0) {
                        fail();
                    }
                    written.add("status");
                });
        clerk.later(() -> written.add("next"));
        awaitWritten("status", "next");
    }

    @Test
    void whatCanBeSparedIsDropped() {
        clerk.ifRoom(this::fail);
        clerk.later(() -> written.add("next"));
        awaitWritten("next");
    }

    @Test
    void whatIsAboutNothingAnyMoreIsDropped() {
        clerk.later(
                () -> {
                    throw ApiError.notFound(new ObjectKey(ResourceType.PODS, "default", "gone"));
                });
        clerk.later(() -> written.add("next"));
        awaitWritten("next");
    }
}
