package dev.bookend.cli.agent;

import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.request.PodRecreation;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.api.ApiDeletion;
import dev.bookend.cli.api.ApiOptions;
import dev.bookend.cli.api.ApiPaths;
import dev.bookend.cli.api.ApiRecreation;
import dev.bookend.cli.api.ApiWatch;
import dev.bookend.cli.api.PodWord;
import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.ProcessSignals;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.cli.terminal.Window;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.recreate.RecreateVerdict;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.value.PodName;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// `bookend recreate`: makes a ContainerRecreateRequest and follows it to its end.
public final class RecreateCommand implements Command {
    private static final int INVALID = 422;
    private static final String CREATED = "containerrecreaterequest.apps.kruise.io/%s created";
    private static final Option<String> CONTAINERS =
            Option.list("-c --container", "NAME", "A container to recreate, in this order.");
    private static final Option<String> ORDERED =
            Option.flag("--ordered", "Stop the next one only when the one before is up again.");
    private static final Option<String> FORCE =
            Option.flag("--force", "Stop a container even if it was restarted just now.");
    private static final Option<String> POLICY =
            Option.text(
                    "--failure-policy",
                    "POLICY",
                    "Fail (default): the first failure ends the request; Ignore: go on.");
    private static final Option<Long> GRACE =
            seconds("--grace", "How long each container may take to stop (default: the pod's).");
    private static final Option<Long> UNREADY =
            seconds("--unready", "How long the pod is unready before the first stop.");
    private static final Option<Long> MIN_STARTED =
            seconds("--min-started", "How long a container must be up to count as recreated.");
    private static final Option<Long> DEADLINE =
            seconds("--deadline", "When the request gives up, at least 3.");
    private static final Option<Long> TTL =
            seconds("--ttl", "When the finished request is forgotten.");
    private static final Option<String> NO_WAIT =
            Option.flag("--no-wait", "Make the request and leave it at that.");

    private static Option<Long> seconds(String name, String description) {
        return Option.of(name, "SECONDS", Reading.LONG, description);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "recreate",
                        "Recreate containers of a running pod, and follow the request to its end.")
                .taking(Parameter.one("POD", "The pod's name, or namespace/name."))
                .with(CONTAINERS, ORDERED, FORCE, POLICY, GRACE, UNREADY, MIN_STARTED)
                .with(DEADLINE, TTL, NO_WAIT, AgentOptions.STATE)
                .with(ApiOptions.CLUSTER)
                .closing(
                        "Exit code 0 if every container was recreated, 1 if not, or if you do not"
                                + " wait for it (the request goes on), 2 if it was refused.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) throws IOException, InterruptedException {
        if (given.all(CONTAINERS).isEmpty()) {
            throw new UsageProblem("which containers? name them with -c");
        }
        var api = ApiOptions.of(given);
        if (!api.isServed()) {
            return runHere(terminal, given, PodWord.name(given));
        }
        try (var client = api.open()) {
            var name = PodWord.name(given, client.namespace());
            var pod = new ApiDeletion(client, ApiPaths.of("pods"), name.namespace(), name.name());
            return api.isLocal() && pod.object().isEmpty()
                    ? runHere(terminal, given, name)
                    : runThere(terminal, given, new ApiRecreation(client, name));
        } catch (ApiError | IOException failure) {
            terminal.err().line("bookend recreate: " + failure.getMessage());
            var refused = failure instanceof ApiError error && error.code() == INVALID;
            return refused ? ExitCode.USAGE : ExitCode.FAILED;
        }
    }

    /// Through the API of whoever serves the pod.
    private static ExitCode runThere(Terminal terminal, Given given, ApiRecreation recreation)
            throws ApiError, IOException, InterruptedException {
        var made = recreation.ask(spec(recreation.pod(), given));
        terminal.out().line(CREATED.formatted(ApiWatch.text(made, "name")));
        if (given.has(NO_WAIT)) {
            return ExitCode.OK;
        }
        var lines = new RecreateLines(terminal.out(), Window.open(System.getenv()));
        var look =
                "look at it with: bookend get crr %s -n %s"
                        .formatted(ApiWatch.text(made, "name"), recreation.pod().namespace());
        return unlessLeft(terminal, look, () -> recreation.follow(made, lines::show));
    }

    /// Follows a request to its end.
    private interface Following<X extends Exception> {
        RecreateStatus toTheEnd() throws X, IOException, InterruptedException;
    }

    /// Who does not want to wait is told that the request goes on.
    private static <X extends Exception> ExitCode unlessLeft(
            Terminal terminal, String rest, Following<X> following)
            throws X, IOException, InterruptedException {
        var left = new AtomicBoolean();
        var waiting = Thread.currentThread();
        ProcessSignals.on(
                List.of("INT", "TERM", "HUP"),
                () -> {
                    left.set(true);
                    waiting.interrupt();
                });
        try {
            return told(terminal, following.toTheEnd());
        } catch (IOException | InterruptedException stopped) {
            if (!left.get()) {
                throw stopped;
            }
            terminal.err().line("bookend recreate: the request goes on without you; " + rest);
            return ExitCode.FAILED;
        }
    }

    private static ExitCode told(Terminal terminal, RecreateStatus end) {
        if (!end.message().isEmpty()) {
            terminal.err().line("bookend recreate: " + end.message());
        }
        return end.isSuccess() ? ExitCode.OK : ExitCode.FAILED;
    }

    /// Through the directory of a pod that `bookend run` runs.
    private static ExitCode runHere(Terminal terminal, Given given, PodName name)
            throws IOException, InterruptedException {
        var recreation = new PodRecreation(AgentOptions.state(given), name, new SteadyTime());
        try {
            return switch (recreation.ask(spec(name, given))) {
                case RecreateVerdict.Refused(var problems) -> refused(terminal, problems);
                case RecreateVerdict.Accepted(var request, _, var warnings) -> {
                    warnings.forEach(it -> terminal.err().line("warning: " + it.sentence()));
                    terminal.out().line(CREATED.formatted(request.id()));
                    yield given.has(NO_WAIT)
                            ? ExitCode.OK
                            : follow(terminal, recreation, request.id());
                }
            };
        } catch (PodRefused refusal) {
            terminal.err().line("bookend recreate: " + refusal.getMessage());
            var unable = refusal.kind() == PodRefused.Kind.UNABLE;
            return unable ? ExitCode.UNABLE : ExitCode.FAILED;
        }
    }

    private static RecreateSpec spec(PodName name, Given given) {
        return new RecreateSpec(
                name.name(),
                given.all(CONTAINERS).stream()
                        .map(each -> new RecreateSpec.Entry(each, List.of()))
                        .toList(),
                new RecreateSpec.Strategy(
                        given.value(POLICY),
                        given.has(ORDERED),
                        given.has(FORCE),
                        given.value(GRACE),
                        given.value(UNREADY),
                        given.value(MIN_STARTED)),
                given.value(DEADLINE),
                given.value(TTL));
    }

    private static ExitCode refused(Terminal terminal, List<Finding> problems) {
        problems.forEach(each -> terminal.err().line("bookend recreate: " + each.sentence()));
        return ExitCode.USAGE;
    }

    private static ExitCode follow(Terminal terminal, PodRecreation recreation, RequestId id)
            throws IOException, PodRefused, InterruptedException {
        try (var watch = DirectoryWatch.open()) {
            var lines = new RecreateLines(terminal.out(), Window.open(System.getenv()));
            return unlessLeft(
                    terminal,
                    "the events of its pod tell the rest",
                    () -> recreation.follow(id, watch, lines::show));
        }
    }
}
