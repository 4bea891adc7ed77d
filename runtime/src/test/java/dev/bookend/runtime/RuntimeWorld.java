package dev.bookend.runtime;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.Signal;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A runtime with one pod in it, and short words for what a test does with them.
final class RuntimeWorld implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Map<String, String> ENV =
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "COLOUR", "blue");

    private final Callable<ContainerRuntime> opener;
    private final SandboxRequest pod =
            new SandboxRequest(
                    UUID.randomUUID().toString(),
                    new PodName("default", "web"),
                    "web-host",
                    PodSharing.NONE);
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<Attempt> started = new CopyOnWriteArrayList<>();
    private ContainerRuntime runtime;
    private PodSandbox sandbox;
    private HeardExits heard = new HeardExits();

    RuntimeWorld(Callable<ContainerRuntime> opener) throws Exception {
        this.opener = opener;
        runtime = opener.call();
        sandbox = runtime.open(pod, heard);
        sandbox.listen();
    }

    PodSandbox sandbox() {
        return sandbox;
    }

    HeardExits heard() {
        return heard;
    }

    /// The agent dies and another one opens the same place, without listening yet.
    void restartAgent() throws Exception {
        letGo();
        comeBack();
    }

    void letGo() {
        sandbox.close();
        runtime.close();
    }

    void comeBack() throws Exception {
        heard = new HeardExits();
        runtime = opener.call();
        sandbox = runtime.open(pod, heard);
    }

    ContainerRequest request(String script) {
        return request(List.of("sh", "-c", script));
    }

    ContainerRequest request(List<String> command) {
        return new ContainerRequest(
                new Attempt(new ContainerName("app"), attempts.incrementAndGet()),
                command,
                ENV,
                Optional.empty(),
                List.of(),
                ProcessRights.DEFAULT,
                Limits.NONE,
                Optional.empty(),
                false);
    }

    Attempt prepare(ContainerRequest request) throws RuntimeFailure {
        sandbox.prepare(request);
        started.add(request.attempt());
        return request.attempt();
    }

    Attempt start(ContainerRequest request) throws RuntimeFailure {
        var attempt = prepare(request);
        sandbox.start(attempt);
        return attempt;
    }

    Attempt start(String script) throws RuntimeFailure {
        return start(request(script));
    }

    Exit run(ContainerRequest request) throws RuntimeFailure {
        return heard.await(start(request));
    }

    /// Starts a script and waits until it has printed the word `up`.
    Attempt startAndWait(String script) throws RuntimeFailure {
        var attempt = start(script);
        awaitOutput(attempt, "up");
        return attempt;
    }

    void awaitOutput(Attempt attempt, String line) {
        Awaitility.await("line '%s' of %s".formatted(line, attempt))
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> output(attempt).contains(line));
    }

    /// The attempt's lines without stamp, stream and tag.
    List<String> output(Attempt attempt) {
        return rawLog(attempt).stream().map(line -> line.split(" ", 4)[3]).toList();
    }

    List<String> rawLog(Attempt attempt) {
        try {
            var path = sandbox.log(attempt);
            if (path.isEmpty()) return List.of();
            var text = Files.readString(path.get());
            return new ArrayList<>(text.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> outputOf(String script) throws RuntimeFailure {
        var request = request(script);
        run(request);
        return output(request.attempt());
    }

    ExecResult exec(Attempt attempt, String id, String script) throws Exception {
        var request = ExecRequest.of(id, List.of("sh", "-c", script));
        try (var session = sandbox.exec(attempt, request)) {
            return session.await(LIMIT).orElseThrow();
        }
    }

    /// Ends what a test left and removes the pod.
    @Override
    public void close() throws RuntimeFailure {
        sandbox.listen();
        for (var attempt : started) sandbox.signal(attempt, Signal.KILL);
        Awaitility.await("end of the pod's containers")
                .atMost(LIMIT)
                .untilAsserted(sandbox::remove);
        runtime.close();
    }
}
