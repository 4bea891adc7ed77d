package dev.bookend.agent.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/// Who owns a pod or a state directory.
class PodLockTest {
    private static final String OWN_ID = String.valueOf(ProcessHandle.current().pid());

    @TempDir Path directory;

    @Test
    void theOwnerIsNamed() throws Exception {
        var file = directory.resolve("lock");
        assertThat(PodLock.isFree(file)).isTrue();
        try (var _ = PodLock.take(file).orElseThrow()) {
            assertThat(PodLock.take(file)).isEmpty();
            assertThat(PodLock.isFree(file)).isFalse();
            assertThat(PodLock.owner(file)).isEqualTo(OWN_ID);
        }
        assertThat(PodLock.isFree(file)).isTrue();
    }

    /// The next owner has the lock already and is about to write its id.
    @Test
    void anOwnerThatHasDiedIsNotNamed() throws Exception {
        var file = Files.writeString(directory.resolve("lock"), deadId());
        var named = CompletableFuture.supplyAsync(() -> owner(file));
        try (var _ = PodLock.take(file).orElseThrow()) {
            assertThat(named.get()).isEqualTo(OWN_ID);
        }
    }

    @Test
    void anOwnerThatWritesNothingIsUnknown() throws Exception {
        assertThat(PodLock.owner(Files.createFile(directory.resolve("lock"))))
                .isEqualTo("(unknown)");
    }

    private static String deadId() throws Exception {
        var dead = new ProcessBuilder("true").start();
        dead.waitFor();
        return String.valueOf(dead.pid());
    }

    private static String owner(Path file) {
        try {
            return PodLock.owner(file);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
