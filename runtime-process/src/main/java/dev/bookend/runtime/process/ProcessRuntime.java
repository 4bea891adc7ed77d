package dev.bookend.runtime.process;

import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.GuardedFiles;
import dev.bookend.runtime.LivingPod;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.RuntimeFailure.Kind;
import dev.bookend.runtime.RuntimeListener;
import dev.bookend.runtime.SandboxRequest;
import dev.bookend.runtime.process.cgroup.CgroupSearch;
import dev.bookend.runtime.process.place.BoundSockets;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.place.Unlisted;
import dev.bookend.runtime.process.rights.Isolation;
import dev.bookend.runtime.process.wire.NativeProgram;
import dev.bookend.runtime.process.wire.SpawnedFiles;
import dev.bookend.runtime.process.wire.Spawner;
import dev.bookend.runtime.process.wire.Watchdog;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Runs containers as processes of this machine, each under a native shim that outlives the agent.
public final class ProcessRuntime implements ContainerRuntime {
    private final Machine machine;
    private final List<String> shortcomings;
    private final GuardedFiles files;

    private ProcessRuntime(Machine machine, List<String> shortcomings) {
        this.machine = machine;
        this.shortcomings = shortcomings;
        files = new SpawnedFiles(machine.spawner());
    }

    /// Isolates as far as this machine and user allow, and says what is missing.
    public static ProcessRuntime open(Places places) throws RuntimeFailure {
        return open(places, Optional.empty());
    }

    public static ProcessRuntime open(Places places, Isolation isolation) throws RuntimeFailure {
        return open(places, Optional.of(isolation));
    }

    private static ProcessRuntime open(Places places, Optional<Isolation> wanted)
            throws RuntimeFailure {
        try {
            BoundSockets.sweep(places.run());
            var spawner = Spawner.start(NativeProgram.find());
            var lacking =
                    wanted.isPresent()
                            ? Optional.<String>empty()
                            : new IsolationProbe(places, spawner).lacking();
            var isolation = wanted.orElse(lacking.isEmpty() ? Isolation.FULL : Isolation.NONE);
            var cgroups = CgroupSearch.find();
            var machine =
                    new Machine(
                            places,
                            spawner,
                            new Watchdog(),
                            isolation,
                            cgroups,
                            Machine.readBootId(),
                            Unlisted.in(places));
            var users = OtherUsers.of(isolation, spawner);
            return new ProcessRuntime(machine, Shortcomings.of(isolation, lacking, users, cgroups));
        } catch (IOException e) {
            throw new RuntimeFailure(
                    Kind.UNABLE, "the process runtime cannot start: " + e.getMessage(), e);
        }
    }

    public Isolation isolation() {
        return machine.isolation();
    }

    @Override
    public List<String> shortcomings() {
        return shortcomings;
    }

    @Override
    public GuardedFiles files() {
        return files;
    }

    @Override
    public List<String> uids() throws RuntimeFailure {
        try {
            return new Survey(machine).uids();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public Optional<LivingPod> living(String uid) throws RuntimeFailure {
        try {
            return new Survey(machine).pod(uid);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private RuntimeFailure unreadable(IOException e) {
        return new RuntimeFailure(
                Kind.UNABLE,
                "which containers run cannot be read below %s: %s"
                        .formatted(machine.places().state(), e.getMessage()),
                e);
    }

    @Override
    public PodSandbox open(SandboxRequest request, RuntimeListener listener) throws RuntimeFailure {
        try {
            return ProcessSandbox.open(machine, request, listener);
        } catch (IOException e) {
            throw new RuntimeFailure(
                    Kind.UNABLE,
                    "pod %s: no place for it below %s: %s"
                            .formatted(request.pod(), machine.places().state(), e.getMessage()),
                    e);
        }
    }

    @Override
    public void close() {
        machine.watchdog().close();
        machine.spawner().close();
    }
}
