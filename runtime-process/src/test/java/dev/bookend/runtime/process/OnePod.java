package dev.bookend.runtime.process;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.SandboxRequest;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// A pod in a process runtime, and short words for what a test does with it.
final class OnePod implements AutoCloseable {
    private final String uid = "one-" + UUID.randomUUID();
    private final PodSandbox sandbox;
    private final Map<Attempt, CompletableFuture<Exit>> exits = new ConcurrentHashMap<>();
    private final List<Attempt> attempts = new ArrayList<>();

    OnePod(ProcessRuntime runtime, PodSharing sharing) throws Exception {
        var request = new SandboxRequest(uid, new PodName("default", "web"), "web", sharing);
        sandbox = runtime.open(request, (attempt, how, _) -> exit(attempt).complete(how));
        sandbox.listen();
    }

    /// Fresh for each pod: the shim of one that ended a moment ago still removes its groups.
    String uid() {
        return uid;
    }

    PodSandbox sandbox() {
        return sandbox;
    }

    private CompletableFuture<Exit> exit(Attempt attempt) {
        return exits.computeIfAbsent(attempt, _ -> new CompletableFuture<>());
    }

    ContainerRequest request(String script, List<Mount> mounts, ProcessRights rights) {
        var attempt = new Attempt(new ContainerName("app"), attempts.size() + 1);
        attempts.add(attempt);
        return new ContainerRequest(
                attempt,
                List.of("sh", "-c", script),
                Map.of(),
                Optional.empty(),
                mounts,
                rights,
                Limits.NONE,
                Optional.empty(),
                false);
    }

    ContainerRequest limited(String script, Limits limits) {
        var plain = request(script, List.of(), ProcessRights.DEFAULT);
        return new ContainerRequest(
                plain.attempt(),
                plain.command(),
                plain.env(),
                plain.workingDir(),
                plain.mounts(),
                plain.rights(),
                limits,
                Optional.of("/dev/termination-log"),
                plain.tty());
    }

    Attempt start(ContainerRequest request) throws Exception {
        sandbox.prepare(request);
        sandbox.start(request.attempt());
        return request.attempt();
    }

    Exit end(Attempt attempt) throws Exception {
        return exit(attempt).get(60, TimeUnit.SECONDS);
    }

    /// The lines that a script prints, without stamp, stream and tag.
    List<String> output(ContainerRequest request) throws Exception {
        end(start(request));
        return lines(request.attempt());
    }

    List<String> output(String script) throws Exception {
        return output(request(script, List.of(), ProcessRights.DEFAULT));
    }

    List<String> lines(Attempt attempt) throws IOException {
        var log = Files.readString(sandbox.log(attempt).orElseThrow());
        return log.lines().map(line -> line.split(" ", 4)[3]).toList();
    }

    @Override
    public void close() throws RuntimeFailure {
        for (var attempt : exits.keySet()) sandbox.signal(attempt, Signal.KILL);
        sandbox.remove();
    }
}
