package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.place.ShimRecord;
import dev.bookend.runtime.process.rights.Isolation;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class LostShimTest {
    private static final Attempt ATTEMPT = new Attempt(new ContainerName("app"), 1);
    private static final String UID = "4f1c-lost";

    @TempDir private Path directory;

    private final CompletableFuture<Exit> exit = new CompletableFuture<>();

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void lostShimTakesTheContainerWithIt(Isolation isolation) throws Exception {
        try (var runtime = open(isolation)) {
            var sandbox = start(runtime);
            var program = pid("pid");
            kill(pid("shim"));
            var lost = new Exit(137, ExitReason.SHIM_LOST);
            assertThat(exit.get(60, TimeUnit.SECONDS)).isEqualTo(lost);
            awaitEnd(program);
            sandbox.close();
            assertThat(laterFound(runtime)).isEqualTo(lost);
        }
    }

    private static Exit laterFound(ProcessRuntime runtime) throws Exception {
        try (var later = runtime.open(pod(), (_, _, _) -> {})) {
            return later.found().stream()
                    .map(Found.Ended.class::cast)
                    .map(Found.Ended::exit)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void lostInitTakesTheContainerWithIt(Isolation isolation) throws Exception {
        try (var runtime = open(isolation);
                var _ = start(runtime)) {
            var program = pid("pid");
            kill(program.parent().orElseThrow());
            assertThat(exit.get(60, TimeUnit.SECONDS).code()).isEqualTo(137);
            awaitEnd(program);
        }
    }

    @Test
    void lostSpawnerIsReplaced() throws Exception {
        try (var runtime = open(Isolation.NONE)) {
            var spawner = spawner();
            kill(spawner);
            awaitEnd(spawner);
            var sandbox = start(runtime);
            sandbox.signal(ATTEMPT, Signal.KILL);
            assertThat(exit.get(60, TimeUnit.SECONDS)).isEqualTo(Exit.of(137));
            sandbox.remove();
        }
    }

    private static ProcessHandle spawner() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("bookend-native"))
                .findFirst()
                .orElseThrow();
    }

    private ProcessRuntime open(Isolation isolation) throws Exception {
        if (isolation == Isolation.FULL) Root.assumeNamespaces();
        return ProcessRuntime.open(Places.below(directory), isolation);
    }

    private static SandboxRequest pod() {
        return new SandboxRequest(UID, new PodName("default", "web"), "web", PodSharing.NONE);
    }

    private PodSandbox start(ProcessRuntime runtime) throws Exception {
        var sandbox = runtime.open(pod(), (_, how, _) -> exit.complete(how));
        sandbox.listen();
        sandbox.prepare(
                new ContainerRequest(
                        ATTEMPT,
                        List.of("sh", "-c", "trap '' TERM HUP; setsid sleep 600 & sleep 600"),
                        Map.of(),
                        Optional.empty(),
                        List.of(),
                        ProcessRights.DEFAULT,
                        Limits.NONE,
                        Optional.empty(),
                        false));
        sandbox.start(ATTEMPT);
        return sandbox;
    }

    private ProcessHandle pid(String key) throws Exception {
        var record = ShimRecord.read(Places.below(directory).pod(UID).attempt(ATTEMPT));
        var pid = record.orElseThrow().start().getOrDefault(key, "");
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private static void kill(ProcessHandle process) {
        assertThat(process.destroyForcibly()).isTrue();
    }

    private static void awaitEnd(ProcessHandle process) {
        Awaitility.await("end of the program")
                .atMost(Duration.ofSeconds(60))
                .until(() -> !process.isAlive());
    }
}
