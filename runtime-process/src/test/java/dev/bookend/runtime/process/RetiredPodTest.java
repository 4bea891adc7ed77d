package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.place.ShimRecord;
import dev.bookend.runtime.process.rights.Isolation;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What is left of a pod that has ended, also when the agent died on the way.
class RetiredPodTest {
    private static final String UID = "7a30-retired";
    private static final PodSharing SHARED = new PodSharing(true, false, false, false);
    private static final Attempt ENDED = new Attempt(new ContainerName("app"), 1);
    private static final Attempt PREPARED = new Attempt(new ContainerName("late"), 1);

    @TempDir private Path directory;

    /// Without isolation the shared memory is the machine's.
    @AfterEach
    void leaveNothing() throws IOException {
        Files.deleteIfExists(Path.of("/dev/shm/bulk"));
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void retiredPodLeavesItsLogsAndNothingElse(Isolation isolation) throws Exception {
        if (isolation == Isolation.FULL) Root.assumeNamespaces();
        try (var runtime = ProcessRuntime.open(Places.below(directory), isolation)) {
            var shim = liveAndDie(runtime);
            try (var later = runtime.open(pod(), (_, _, _) -> {})) {
                later.retire();
            }
            Awaitility.await("the end of all that is left")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !shim.isAlive() && left().isEmpty());
            assertThat(Places.below(directory).pod(UID).log(ENDED)).content().contains("was here");
            runtime.open(pod(), (_, _, _) -> {}).close();
            assertThat(left()).as("whoever looks at it again makes nothing of it").isEmpty();
        }
    }

    /// One container ends and another one is prepared when the agent dies.
    private ProcessHandle liveAndDie(ProcessRuntime runtime) throws Exception {
        var exit = new CompletableFuture<Integer>();
        try (var sandbox = runtime.open(pod(), (_, how, _) -> exit.complete(how.code()))) {
            sandbox.listen();
            sandbox.prepare(request(ENDED));
            sandbox.prepare(request(PREPARED));
            sandbox.start(ENDED);
            assertThat(exit.get(60, TimeUnit.SECONDS)).isZero();
        }
        Files.createDirectories(Places.below(directory).pod(UID).trash().resolve("half-removed"));
        var record = ShimRecord.read(Places.below(directory).pod(UID).attempt(PREPARED));
        var pid = Long.parseLong(record.orElseThrow().start().getOrDefault("shim", ""));
        return ProcessHandle.of(pid).orElseThrow();
    }

    private static SandboxRequest pod() {
        return new SandboxRequest(UID, new PodName("default", "web"), "web", SHARED);
    }

    private static ContainerRequest request(Attempt attempt) {
        return new ContainerRequest(
                attempt,
                List.of("sh", "-c", "echo was here; test ! -w /dev/shm || : > /dev/shm/bulk"),
                Map.of(),
                Optional.empty(),
                List.of(),
                ProcessRights.DEFAULT,
                Limits.NONE,
                Optional.empty(),
                false);
    }

    /// Sockets, shared memory, records and layers.
    private List<String> left() throws IOException {
        var root = Places.below(directory).pod(UID).root();
        try (var run = Files.walk(directory.resolve("run"), 1);
                var pod = Files.walk(root)) {
            var inPod = pod.map(each -> root.relativize(each).toString());
            return Stream.concat(
                            run.skip(1).map(Path::toString),
                            inPod.filter(it -> it.matches("(attempts|trash)/.*")))
                    .toList();
        }
    }
}
