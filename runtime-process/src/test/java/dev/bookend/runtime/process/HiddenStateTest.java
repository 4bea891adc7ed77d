package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class HiddenStateTest {
    private static final Attempt ATTEMPT = new Attempt(new ContainerName("app"), 1);

    @TempDir private Path directory;

    @BeforeEach
    void needsNamespaces() throws Exception {
        Root.assumeNamespaces();
    }

    /// Not below `/tmp`, which is another one for a container anyhow, as is a build made there.
    /// Shows SAFE-1.
    @Test
    void containersSeeNothingOfTheState() throws Exception {
        var state = Files.createTempDirectory(Path.of("/var/tmp"), "bookend-hidden");
        var places = new Places(state, directory.resolve("run"));
        var exit = new CompletableFuture<Exit>();
        try (var runtime = ProcessRuntime.open(places, Isolation.FULL)) {
            var sandbox = runtime.open(pod(PodSharing.NONE), (_, how, _) -> exit.complete(how));
            sandbox.listen();
            sandbox.prepare(
                    request(
                            "stat -c %%a /var/tmp; ls -A '%s'; touch '%s/x'"
                                    .formatted(state, state)));
            sandbox.start(ATTEMPT);
            assertThat(exit.get(60, TimeUnit.SECONDS).code()).isEqualTo(1);
            assertThat(Files.readString(sandbox.log(ATTEMPT).orElseThrow()))
                    .contains("Read-only file system")
                    .as("what stands beside it is as it is on the machine")
                    .contains(" 1777\n")
                    .doesNotContain("pods");
            sandbox.remove();
        }
        assertThat(state.resolve("pods")).isEmptyDirectory();
        Files.delete(state.resolve("pods"));
        Files.delete(state);
    }

    /// Else whoever makes it first in `/tmp` could be the shims of others. Shows SAFE-6.
    @Test
    void runtimeDirectoryOfAnotherUserIsRefused() throws Exception {
        Root.assume();
        var foreign = Files.createDirectory(directory.resolve("foreign"));
        Files.setAttribute(foreign, "unix:uid", 65534);
        var places = new Places(directory.resolve("state"), foreign);
        try (var runtime = ProcessRuntime.open(places, Isolation.NONE)) {
            assertThatExceptionOfType(RuntimeFailure.class)
                    .isThrownBy(() -> runtime.open(pod(PodSharing.NONE), (_, _, _) -> {}))
                    .withMessageContaining("belongs to user 65534");
        }
    }

    private static SandboxRequest pod(PodSharing sharing) {
        return new SandboxRequest("4f1c-hidden", new PodName("default", "web"), "web", sharing);
    }

    private static ContainerRequest request(String script) {
        return new ContainerRequest(
                ATTEMPT,
                List.of("sh", "-c", script),
                Map.of(),
                Optional.empty(),
                List.of(),
                ProcessRights.DEFAULT,
                Limits.NONE,
                Optional.empty(),
                false);
    }
}
