package dev.bookend.cli;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A directory with a manifest and a state of its own, in which tests run Bookend.
public record RunPlace(Path directory, Path state) {
    public static final String SERVE =
            "\"trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.1; done\"";

    /// A proxy that starts before the app and ends after it.
    public static final String WEB =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
              annotations: {kruise.io/container-exit-priority: '{"proxy": 1}'}
            spec:
              terminationGracePeriodSeconds: 20
              containers:
              - {name: app, command: [sh, -c, %s]}
              - name: proxy
                env: [{name: KRUISE_CONTAINER_PRIORITY, value: "1"}]
                command: [sh, -c, %s]
            """
                    .formatted(SERVE, SERVE);

    public static RunPlace in(Path directory) {
        return new RunPlace(directory, directory.resolve("state"));
    }

    public ChildRun run(String manifest, String... options) throws IOException {
        var file = Files.writeString(directory.resolve("pod.yaml"), manifest);
        return verb("run", file.toString(), options);
    }

    public ChildRun delete(String pod, String... options) throws IOException {
        return verb("delete", pod, options);
    }

    private ChildRun verb(String verb, String first, String... options) throws IOException {
        var args = new ArrayList<>(List.of(first));
        args.addAll(List.of(options));
        return ChildRun.start(state, verb, args.toArray(String[]::new));
    }

    public Path journal(String pod) {
        return state.resolve("pods").resolve("default_" + pod).resolve("journal");
    }

    /// Reason and container of every line of `-o json`.
    public static List<String> words(ChildRun run) {
        return words(run.out());
    }

    public static List<String> words(List<String> lines) {
        return lines.stream()
                .map(RunPlace::object)
                .map(
                        it ->
                                it.text("reason").orElseThrow()
                                        + it.text("container").map(" "::concat).orElse(""))
                .toList();
    }

    public static Json object(String line) {
        if (JsonRead.of(line) instanceof JsonRead.Value(var json)) {
            return json;
        }
        throw new AssertionError("no JSON: " + line);
    }
}
