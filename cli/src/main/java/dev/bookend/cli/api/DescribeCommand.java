package dev.bookend.cli.api;

import dev.bookend.agent.state.StateDirectory;
import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.Printable;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `bookend describe`: a pod with what each container does or waits for, what hooks printed, and
/// its last events.
public final class DescribeCommand implements ApiVerb {
    private static final int MOST_EVENTS = 20;

    @Override
    public Syntax syntax() {
        return Syntax.of("describe", "Tell of a pod: its containers, hooks and events.")
                .taking(
                        Parameter.optional("pod", "The kind, for those who are used to it."),
                        Parameter.one("POD", "The pod's name."))
                .with(ApiOptions.ALL)
                .closing("Exit code 1 if there is no such pod.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException {
        onlyPods(given.words());
        var name = PodWord.name(given.words().getLast(), given, client.namespace());
        var pod = client.get(ApiPaths.of(name));
        var out = terminal.out();
        out.line("Pod:    %s".formatted(name));
        out.line("Node:   %s".formatted(text(pod, "spec", "nodeName")));
        out.line("Phase:  %s".formatted(text(pod, "status", "phase")));
        out.line("");
        out.line("Containers:");
        Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(it -> items(pod, "status", it).stream())
                .forEach(it -> container(out, it));
        var options = ApiOptions.of(given);
        if (options.isLocal()) {
            hooks(out, options.state(), name);
        }
        events(out, client, name, text(pod, "metadata", "uid"));
        return ExitCode.OK;
    }

    private static void onlyPods(List<String> words) {
        if (words.size() > 1 && !ApiPaths.of(words.getFirst()).plural().equals("pods")) {
            throw new UsageProblem(
                    "only pods are described, and '%s' are not; see bookend get %1$s NAME -o yaml"
                            .formatted(words.getFirst()));
        }
    }

    private static String text(Json json, String... path) {
        return Printable.line(json.at(path).flatMap(Json::text).orElse(""));
    }

    private static List<Json> items(Json json, String... path) {
        return json.at(path).map(Json::elements).orElse(List.of());
    }

    private static void container(Output out, Json status) {
        var restarts = status.field("restartCount").map(Json::line).orElse("0");
        var ready = status.field("ready").flatMap(Json::flag).orElse(false);
        out.line(
                "  %s: %s%s, %s restarts"
                        .formatted(
                                text(status, "name"),
                                state(status),
                                ready ? ", ready" : "",
                                restarts));
        var wait = text(status, "state", "waiting", "message");
        if (!wait.isEmpty()) {
            out.line("    " + wait);
        }
    }

    private static String state(Json status) {
        if (status.at("state", "running").isPresent()) {
            return "running since " + text(status, "state", "running", "startedAt");
        }
        if (status.at("state", "terminated").isPresent()) {
            return "%s with code %s at %s"
                    .formatted(
                            text(status, "state", "terminated", "reason"),
                            status.at("state", "terminated", "exitCode").map(Json::line).orElse(""),
                            text(status, "state", "terminated", "finishedAt"));
        }
        return "waiting: " + text(status, "state", "waiting", "reason");
    }

    /// The tails are on this machine's disk only, and never travel as events (HOOK-6).
    private static void hooks(Output out, StateDirectory state, PodName name) throws IOException {
        var directory = state.pod(name).root().resolve("hooks");
        if (!Files.isDirectory(directory)) {
            return;
        }
        out.line("");
        out.line("What hooks printed last:");
        try (var files = Files.list(directory)) {
            for (var file : files.sorted().toList()) {
                hook(out, file);
            }
        }
    }

    private static void hook(Output out, Path file) throws IOException {
        out.line("  %s:".formatted(file.getFileName()));
        Files.readString(file).lines().forEach(it -> out.line("    " + Printable.line(it)));
    }

    private static void events(Output out, ApiClient client, PodName name, String uid)
            throws ApiError, IOException, InterruptedException {
        var selector = "?fieldSelector=" + ApiPaths.encoded("involvedObject.uid=" + uid);
        var path = ApiPaths.of("events").all(Optional.of(name.namespace())) + selector;
        var events = items(client.get(path), "items");
        out.line("");
        out.line("Events:");
        events.stream()
                .skip(Math.max(0, events.size() - MOST_EVENTS))
                .forEach(
                        it ->
                                out.line(
                                        "  %s  %s  %s  %s"
                                                .formatted(
                                                        text(it, "lastTimestamp"),
                                                        text(it, "type"),
                                                        text(it, "reason"),
                                                        text(it, "message"))));
    }
}
