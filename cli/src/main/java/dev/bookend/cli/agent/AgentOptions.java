package dev.bookend.cli.agent;

import dev.bookend.agent.state.KnownPlaces;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The options of the verbs that run or end pods on this machine.
///
/// @param grace how long the pods may take to exit, instead of what they say
public record AgentOptions(
        StateDirectory state,
        RuntimeKind runtime,
        IsolationKind isolation,
        Optional<Duration> grace,
        boolean isVerbose) {
    static final Option<Path> STATE =
            Option.of(
                    "--state",
                    "DIR",
                    Reading.of(Path::of),
                    "Where everything is kept (default: $XDG_STATE_HOME/bookend, as root"
                            + " /var/lib/bookend).");
    private static final Option<RuntimeKind> RUNTIME =
            Option.of(
                    "--runtime",
                    "RUNTIME",
                    Reading.choice(RuntimeKind.class),
                    "process (default): the machine's own programs; containerd: images.");
    private static final Option<IsolationKind> ISOLATION =
            Option.of(
                    "--isolation",
                    "HOW",
                    Reading.choice(IsolationKind.class),
                    "auto (default): as much as this machine gives; none: plain processes.");
    private static final Option<Integer> GRACE =
            Option.of(
                    "--grace",
                    "SECONDS",
                    Reading.INTEGER,
                    "How long the pods may take to exit, instead of what they say.");
    private static final Option<String> VERBOSE = Option.flag("-v --verbose", "Say more.");
    public static final List<Option<?>> ALL = List.of(STATE, RUNTIME, ISOLATION, GRACE, VERBOSE);

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

    /// @throws UsageProblem if a value is out of range
    public static AgentOptions of(Given given) {
        return new AgentOptions(
                state(given),
                given.value(RUNTIME, RuntimeKind.PROCESS),
                given.value(ISOLATION, IsolationKind.AUTO),
                given.value(GRACE).map(AgentOptions::grace),
                given.has(VERBOSE));
    }

    static StateDirectory state(Given given) {
        return given.value(STATE)
                .map(StateDirectory::new)
                .orElseGet(() -> StateDirectory.standard(System.getenv()));
    }

    private static Duration grace(int seconds) {
        if (seconds < 0) {
            throw new UsageProblem(
                    "--grace %d is negative; give 0 or more seconds".formatted(seconds));
        }
        return Duration.ofSeconds(seconds);
    }

    public ProcessRuntime openRuntime() throws RuntimeFailure {
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
        var run = runDirectory(System.getenv());
        var known = known(run);
        var places = new Places(state.root().resolve("runtime"), run, known::all);
        return switch (isolation) {
            case AUTO -> ProcessRuntime.open(places);
            case NONE -> ProcessRuntime.open(places, Isolation.NONE);
        };
    }

    private KnownPlaces known(Path run) throws RuntimeFailure {
        try {
            return KnownPlaces.with(state, run, System.getenv());
        } catch (IOException e) {
            throw new RuntimeFailure(
                    RuntimeFailure.Kind.UNABLE,
                    "the state directory %s cannot be noted as one to hide from containers: %s"
                            .formatted(state.root(), e.getMessage()),
                    e);
        }
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
