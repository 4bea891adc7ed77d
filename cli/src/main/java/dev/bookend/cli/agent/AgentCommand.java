package dev.bookend.cli.agent;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.state.AgentLock;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.api.service.AgentService;
import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.ProcessSignals;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// `bookend agent`: serves this machine until it is told to go, and then leaves the pods running.
///
/// @param version what its API says of itself
public record AgentCommand(String version) implements Command {
    private static final int STANDARD_PORT = 0;
    private static final int MOST_PORT = 65535;
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Option<Path> MANIFESTS =
            Option.of(
                    "--manifests",
                    "DIR",
                    Reading.of(Path::of),
                    "Run the pods in this directory's files, and follow their changes.");
    private static final Option<Integer> PORT =
            Option.of(
                    "--port",
                    "PORT",
                    Reading.INTEGER,
                    "Where the API listens on 127.0.0.1 (default: where it was before, at first any"
                            + " free port).");

    @Override
    public Syntax syntax() {
        return Syntax.of("agent", "Serve this machine: pods from a directory and a local API.")
                .with(AgentOptions.ALL)
                .with(MANIFESTS, PORT)
                .closing(
                        "SIGTERM ends the agent and leaves the pods running; the next agent adopts",
                        "them. bookend drain ends the pods in order. The file kubeconfig in the",
                        "state directory is for kubectl. Exit code 2 if another agent serves the",
                        "state directory, 3 if this machine cannot do it.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) throws IOException, InterruptedException {
        var options = AgentOptions.of(given);
        var port = given.value(PORT, STANDARD_PORT);
        if (port < 0 || port > MOST_PORT) {
            throw new UsageProblem("--port %d is no port; give 1 to 65535".formatted(port));
        }
        var manifests = given.value(MANIFESTS).map(it -> it.toAbsolutePath().normalize());
        if (manifests.filter(it -> !Files.isDirectory(it)).isPresent()) {
            throw new UsageProblem("--manifests %s is no directory".formatted(manifests.get()));
        }
        try {
            options.state().make().ifPresent(terminal.err()::line);
            return locked(terminal, options, port, manifests);
        } catch (IOException failure) {
            terminal.err()
                    .line(
                            "bookend agent: the state directory %s cannot be used: %s; correct"
                                            .formatted(options.state().root(), failure.getMessage())
                                    + " that, or choose another one with --state");
            return ExitCode.UNABLE;
        }
    }

    private ExitCode locked(
            Terminal terminal, AgentOptions options, int port, Optional<Path> manifests)
            throws IOException, InterruptedException {
        var lock = AgentLock.take(options.state());
        if (lock.isEmpty()) {
            terminal.err()
                    .line(
                            "bookend agent: process %s serves the state directory %s already"
                                    .formatted(
                                            AgentLock.owner(options.state()).orElse("(unknown)"),
                                            options.state().root()));
            return ExitCode.USAGE;
        }
        try (var _ = lock.get()) {
            var settings =
                    new AgentService.Settings(port, manifests, version, terminal.err()::line);
            return serve(terminal, options, settings);
        }
    }

    private static ExitCode serve(
            Terminal terminal, AgentOptions options, AgentService.Settings settings)
            throws IOException, InterruptedException {
        var end = new CountDownLatch(1);
        ProcessSignals.on(List.of("INT", "TERM", "HUP"), end::countDown);
        try (var runtime = options.openRuntime();
                var watch = DirectoryWatch.open(terminal.err()::line)) {
            var place = new AgentPlace(options.state(), runtime, watch, new SteadyTime());
            runtime.shortcomings().forEach(terminal.err()::line);
            try (var service = AgentService.start(place, settings)) {
                terminal.err()
                        .line(
                                "bookend agent: serving on 127.0.0.1:%d; kubectl --kubeconfig %s"
                                        .formatted(service.port(), service.kubeconfig()));
                return awaitEnd(terminal, service, end);
            }
        } catch (RuntimeFailure failure) {
            terminal.err().line("bookend agent: " + failure.getMessage());
            return ExitCode.UNABLE;
        }
    }

    /// A part that fails time and again may do better in the next process, and no pod notices.
    private static ExitCode awaitEnd(Terminal terminal, AgentService service, CountDownLatch end)
            throws InterruptedException {
        while (!end.await(LOOK.toSeconds(), TimeUnit.SECONDS)) {
            var why = service.hopeless();
            if (why.isPresent()) {
                terminal.err()
                        .line(
                                "bookend agent: %s; leaving, to be started anew; the pods run on"
                                        .formatted(why.get()));
                return ExitCode.UNABLE;
            }
        }
        terminal.err().line("bookend agent: leaving; the pods run on");
        return ExitCode.OK;
    }
}
