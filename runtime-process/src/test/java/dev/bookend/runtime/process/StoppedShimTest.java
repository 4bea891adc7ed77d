package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.place.ShimRecord;
import dev.bookend.runtime.process.rights.Isolation;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Shims that are there and do not answer, shims that were killed, and shims with too much to do.
class StoppedShimTest {
    private static final Attempt ATTEMPT = new Attempt(new ContainerName("app"), 1);
    private static final SandboxRequest POD =
            new SandboxRequest(
                    "7d20-stopped", new PodName("default", "web"), "web", PodSharing.NONE);
    private static final Exit LOST = new Exit(137, ExitReason.SHIM_LOST);

    @TempDir private Path directory;

    private final CompletableFuture<Exit> exit = new CompletableFuture<>();

    /// Shows SAFE-4.
    @ParameterizedTest
    @EnumSource(Isolation.class)
    void aStoppedShimDoesNotHoldTheEnd(Isolation isolation) throws Exception {
        try (var runtime = open(isolation);
                var sandbox = start(runtime)) {
            var program = process("pid");
            stop(process("shim"));
            Thread.ofVirtual().start(() -> signal(sandbox, Signal.TERM));
            sandbox.signal(ATTEMPT, Signal.KILL);
            assertThat(exit.get(60, TimeUnit.SECONDS)).isEqualTo(LOST);
            awaitEnd(program);
            awaitEmptyRunDirectory();
            sandbox.remove();
        }
    }

    /// Shows SAFE-4.
    @Test
    void aStoppedShimIsAdoptedAsItsRecordSays() throws Exception {
        try (var runtime = open(Isolation.NONE)) {
            start(runtime).close();
            stop(process("shim"));
            try (var later = open(runtime)) {
                assertThat(later.found()).hasExactlyElementsOfTypes(Found.Running.class);
                signalled(process("shim"), "CONT");
                later.signal(ATTEMPT, Signal.KILL);
                assertThat(exit.get(60, TimeUnit.SECONDS)).isEqualTo(Exit.of(137));
                later.remove();
            }
        }
    }

    @Test
    void whatKilledShimsLeaveGoesWithTheNextRuntime() throws Exception {
        try (var runtime = open(Isolation.NONE)) {
            start(runtime).close();
            var shim = process("shim");
            shim.destroyForcibly();
            awaitEnd(shim);
            assertThat(runDirectory()).isNotEmpty();
        }
        try (var _ = open(Isolation.NONE)) {
            awaitEmptyRunDirectory();
        }
    }

    /// Shows SAFE-5.
    @Test
    void usersCommandsLeavePlacesForHooks() throws Exception {
        try (var runtime = open(Isolation.NONE);
                var sandbox = start(runtime)) {
            var users = new ArrayList<ExecSession>();
            for (var i = 0; i < 24; i++) users.add(exec(sandbox, "api-" + i, "sleep", "600"));
            assertThatThrownBy(() -> exec(sandbox, "api-more", "true"))
                    .isInstanceOf(RuntimeFailure.class)
                    .hasMessageContaining("container app: as many commands run in it as may");
            try (var hook = exec(sandbox, "prestop-1", "true")) {
                assertThat(hook.await(Duration.ofSeconds(60)).orElseThrow().exitCode()).isZero();
            }
            users.getFirst().cancel();
            Awaitility.await().until(() -> canExec(sandbox));
            sandbox.signal(ATTEMPT, Signal.KILL);
            exit.get(60, TimeUnit.SECONDS);
            users.forEach(ExecSession::close);
            sandbox.remove();
        }
    }

    private static ExecSession exec(PodSandbox sandbox, String id, String... command)
            throws RuntimeFailure {
        return sandbox.exec(ATTEMPT, ExecRequest.of(id, List.of(command)));
    }

    private static boolean canExec(PodSandbox sandbox) {
        try (var _ = exec(sandbox, "api-again", "true")) {
            return true;
        } catch (RuntimeFailure _) {
            return false;
        }
    }

    private static void signal(PodSandbox sandbox, Signal signal) {
        try {
            sandbox.signal(ATTEMPT, signal);
        } catch (RuntimeFailure _) {
            // Nobody hears it.
        }
    }

    private ProcessRuntime open(Isolation isolation) throws Exception {
        if (isolation == Isolation.FULL) Root.assumeNamespaces();
        return ProcessRuntime.open(Places.below(directory), isolation);
    }

    private PodSandbox open(ProcessRuntime runtime) throws RuntimeFailure {
        var sandbox = runtime.open(POD, (_, how, _) -> exit.complete(how));
        sandbox.listen();
        return sandbox;
    }

    private PodSandbox start(ProcessRuntime runtime) throws Exception {
        var sandbox = open(runtime);
        var request =
                new ContainerRequest(
                        ATTEMPT,
                        List.of("sleep", "600"),
                        Map.of(),
                        Optional.empty(),
                        List.of(),
                        ProcessRights.DEFAULT,
                        Limits.NONE,
                        Optional.empty(),
                        false);
        sandbox.prepare(request);
        sandbox.start(ATTEMPT);
        return sandbox;
    }

    private ProcessHandle process(String key) throws IOException {
        var place = Places.below(directory).pod(POD.uid());
        var record = ShimRecord.read(place.attempt(ATTEMPT)).orElseThrow();
        var pid = Long.parseLong(String.valueOf(record.start().get(key)));
        return ProcessHandle.of(pid).orElseThrow();
    }

    private static void stop(ProcessHandle process) throws Exception {
        signalled(process, "STOP");
        var stat = Path.of("/proc/%d/stat".formatted(process.pid()));
        Awaitility.await().until(() -> Files.readString(stat).contains(") T "));
    }

    private static void signalled(ProcessHandle process, String signal) throws Exception {
        var kill = new ProcessBuilder("kill", "-s", signal, String.valueOf(process.pid())).start();
        assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitEnd(ProcessHandle process) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> isGone(process));
    }

    private static boolean isGone(ProcessHandle process) {
        try {
            var stat = Path.of("/proc/%d/stat".formatted(process.pid()));
            return Files.readString(stat).contains(") Z ");
        } catch (IOException _) {
            return true;
        }
    }

    private List<String> runDirectory() throws IOException {
        try (var entries = Files.list(directory.resolve("run"))) {
            return entries.map(it -> String.valueOf(it.getFileName()))
                    .filter(it -> !it.endsWith(".shm"))
                    .toList();
        }
    }

    private void awaitEmptyRunDirectory() {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> runDirectory().isEmpty());
    }
}
