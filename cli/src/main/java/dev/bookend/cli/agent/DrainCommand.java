package dev.bookend.cli.agent;

import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.life.Orphans;
import dev.bookend.agent.life.PodDeletion;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.api.ApiOptions;
import dev.bookend.cli.live.Names;
import dev.bookend.cli.live.PlainReport;
import dev.bookend.cli.live.Printing;
import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.runtime.RuntimeFailure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;

/// `bookend drain`: ends all pods of this machine in order, as before a shutdown.
public final class DrainCommand implements Command {
    private static final Option<Integer> BUDGET =
            Option.of(
                    "--budget",
                    "SECONDS",
                    Reading.INTEGER,
                    "How long any pod may take at most (default: what each says).");

    @Override
    public Syntax syntax() {
        return Syntax.of("drain", "End all pods in order; the next agent begins them anew.")
                .with(AgentOptions.ALL)
                .with(BUDGET)
                .closing(
                        "Without an agent the pods that one left behind are ended.",
                        "Exit code 0 if all pods have ended, 1 if one has not.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) throws IOException, InterruptedException {
        var budget = given.value(BUDGET).map(DrainCommand::budget);
        var api = ApiOptions.of(given);
        try {
            return api.isServed()
                    ? drain(terminal, api, budget)
                    : endLeftBehind(terminal, AgentOptions.of(given), budget);
        } catch (ApiError | IOException failure) {
            terminal.err().line("bookend drain: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    private static Duration budget(int seconds) {
        if (seconds < 0) {
            throw new UsageProblem(
                    "--budget %d is negative; give 0 or more seconds".formatted(seconds));
        }
        return Duration.ofSeconds(seconds);
    }

    private static ExitCode drain(Terminal terminal, ApiOptions api, Optional<Duration> budget)
            throws ApiError, IOException, InterruptedException {
        var query = budget.map(it -> "?budgetSeconds=" + it.toSeconds()).orElse("");
        try (var client = api.open();
                var answer = client.stream("POST", "/bookend/drain" + query);
                var lines =
                        new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8))) {
            var last = "";
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                last = show(terminal, line);
            }
            return last.equals("Drained") ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private static String show(Terminal terminal, String line) {
        if (!(JsonRead.of(line) instanceof JsonRead.Value(var json))) {
            return "";
        }
        var type = json.text("type").orElse("");
        for (var pod : json.field("pods").map(Json::elements).orElse(List.of())) {
            var name = pod.text().orElse("");
            switch (type) {
                case "Ended" -> terminal.out().line("pod %s ended".formatted(name));
                case "TimedOut" ->
                        terminal.err().line("bookend drain: pod %s did not end".formatted(name));
                default -> {}
            }
        }
        return type;
    }

    /// Pods that no agent serves are ended side by side.
    private static ExitCode endLeftBehind(
            Terminal terminal, AgentOptions options, Optional<Duration> budget)
            throws IOException, InterruptedException {
        var failures = new ConcurrentLinkedQueue<String>();
        var threads = new ArrayList<Thread>();
        for (var name : leftBehind(options)) {
            threads.add(
                    Thread.ofVirtual().start(() -> end(terminal, options, name, budget, failures)));
        }
        for (var thread : threads) {
            thread.join();
        }
        failures.forEach(it -> terminal.err().line("bookend drain: " + it));
        return failures.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    /// Pods of which anything is kept, and those of which nothing is left but their containers.
    private static Set<PodName> leftBehind(AgentOptions options) throws IOException {
        var names = new TreeSet<>(Comparator.comparing(PodName::toString));
        names.addAll(options.state().podNames());
        if (Files.notExists(options.state().root())) {
            return names;
        }
        try (var place = new LazyPlace(options)) {
            new Orphans(place.open()).find(Set::of).forEach(it -> names.add(it.name()));
        } catch (RuntimeFailure failure) {
            throw new IOException(failure.getMessage(), failure);
        }
        return names;
    }

    private static void end(
            Terminal terminal,
            AgentOptions options,
            PodName name,
            Optional<Duration> budget,
            ConcurrentLinkedQueue<String> failures) {
        var names = new Names(terminal.out(), List.of());
        var deletion = new PodDeletion(options.state(), name, budget.or(options::grace));
        try (var printing = new Printing(new PlainReport(terminal.out(), names));
                var place = new LazyPlace(options)) {
            var outcome = deletion.delete(place::open, printing, printing::say);
            if (outcome != PodDeletion.Outcome.HAD_ENDED) {
                printing.say("pod %s ended".formatted(name));
            }
        } catch (PodRefused | IOException failure) {
            if (!(failure instanceof PodRefused refusal)
                    || refusal.kind() != PodRefused.Kind.UNKNOWN) {
                failures.add(String.valueOf(failure.getMessage()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
