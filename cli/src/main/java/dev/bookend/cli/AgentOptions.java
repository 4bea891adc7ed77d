package dev.bookend.cli;

import dev.bookend.agent.StateDirectory;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.Isolation;
import dev.bookend.runtime.process.Places;
import dev.bookend.runtime.process.ProcessRuntime;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The options of the verbs that run or end pods on this machine.
final class AgentOptions {
    @Option(
            names = "--state",
            paramLabel = "DIR",
            description =
                    "Where everything is kept (default: $XDG_STATE_HOME/bookend, as root"
                            + " /var/lib/bookend).")
    private Optional<Path> state = Optional.empty();

    @Option(
            names = "--runtime",
            paramLabel = "RUNTIME",
            description = "process (default): the machine's own programs; containerd: images.")
    private RuntimeKind runtime = RuntimeKind.PROCESS;

    @Option(
            names = "--isolation",
            paramLabel = "HOW",
            description = "auto (default): as much as this machine gives; none: plain processes.")
    private IsolationKind isolation = IsolationKind.AUTO;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            description = "How long the pods may take to exit, instead of what they say.")
    private Optional<Integer> grace = Optional.empty();

    @Option(
            names = {"-v", "--verbose"},
            description = "Say more.")
    private boolean verbose;

    /// What runs containers.
    enum RuntimeKind {
        PROCESS,
        CONTAINERD
    }

    /// How far containers are kept apart.
    enum IsolationKind {
        AUTO,
        NONE
    }

    StateDirectory state() {
        return state.map(StateDirectory::new)
                .orElseGet(() -> StateDirectory.standard(System.getenv()));
    }

    Optional<Duration> grace() {
        return grace.map(Duration::ofSeconds);
    }

    /// What is wrong with the options, if anything is.
    Optional<String> problem() {
        return grace.filter(seconds -> seconds < 0)
                .map("--grace %d is negative; give 0 or more seconds"::formatted);
    }

    boolean isVerbose() {
        return verbose;
    }

    ProcessRuntime openRuntime() throws RuntimeFailure {
        return switch (runtime) {
            case PROCESS -> openProcesses();
            case CONTAINERD ->
                    throw new RuntimeFailure(
                            RuntimeFailure.Kind.UNABLE,
                            "--runtime containerd is not there yet; leave it out to run the"
                                    + " machine's own programs");
        };
    }

    private ProcessRuntime openProcesses() throws RuntimeFailure {
        var places = new Places(state().root().resolve("runtime"), runDirectory(System.getenv()));
        return switch (isolation) {
            case AUTO -> ProcessRuntime.open(places);
            case NONE -> ProcessRuntime.open(places, Isolation.NONE);
        };
    }

    /// Sockets need a short path, so they do not live in the state directory.
    private static Path runDirectory(Map<String, String> env) {
        var own = env.getOrDefault("XDG_RUNTIME_DIR", "");
        if (System.getProperty("user.name", "").equals("root")) {
            return Path.of("/run/bookend");
        }
        return own.startsWith("/")
                ? Path.of(own, "bookend")
                : Path.of("/tmp", "bookend-" + System.getProperty("user.name", "user"));
    }
}
