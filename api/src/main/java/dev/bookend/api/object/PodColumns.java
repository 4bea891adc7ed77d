package dev.bookend.api.object;

import static dev.bookend.api.object.Columns.age;
import static dev.bookend.api.object.Columns.column;
import static dev.bookend.api.object.Columns.name;
import static dev.bookend.api.object.Columns.wide;
import static dev.bookend.api.resource.Trees.or;

import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What `get pods` shows, in the words of `kubectl`.
final class PodColumns {
    static final List<Columns.Column> ALL =
            List.of(
                    name(),
                    column("Ready", (it, _) -> Json.of(ready(it))),
                    column("Status", (it, _) -> Json.of(status(it))),
                    column("Restarts", (it, now) -> Json.of(restarts(it, now))),
                    age(),
                    wide("IP", (it, _) -> Json.of(or(Trees.text(it, "status", "podIP"), "<none>"))),
                    wide(
                            "Node",
                            (it, _) -> Json.of(or(Trees.text(it, "spec", "nodeName"), "<none>"))),
                    wide("Nominated Node", (_, _) -> Json.of("<none>")),
                    wide("Readiness Gates", (it, _) -> Json.of(gates(it))));

    private PodColumns() {}

    private static List<Json> mains(Json pod) {
        return Trees.items(pod, "status", "containerStatuses");
    }

    private static List<Json> inits(Json pod) {
        return Trees.items(pod, "status", "initContainerStatuses");
    }

    private static boolean isReady(Json status) {
        return status.field("ready").flatMap(Json::flag).orElse(false);
    }

    private static String ready(Json pod) {
        var sidecars = inits(pod).stream().filter(it -> isSidecar(pod, it)).toList();
        var ready =
                Stream.concat(mains(pod).stream(), sidecars.stream())
                        .filter(PodColumns::isReady)
                        .count();
        var all = Trees.items(pod, "spec", "containers").size() + sidecars.size();
        return ready + "/" + all;
    }

    private static boolean isSidecar(Json pod, Json status) {
        return Trees.items(pod, "spec", "initContainers").stream()
                .filter(it -> Trees.text(it, "name").equals(Trees.text(status, "name")))
                .anyMatch(it -> Trees.text(it, "restartPolicy").equals("Always"));
    }

    private static String status(Json pod) {
        if (pod.at("metadata", "deletionTimestamp").isPresent()) {
            return "Terminating";
        }
        var reason = or(Trees.text(pod, "status", "reason"), Trees.text(pod, "status", "phase"));
        return initializing(pod).or(() -> waiting(pod)).orElse(or(reason, "Pending"));
    }

    private static Optional<String> initializing(Json pod) {
        var inits = inits(pod);
        for (var i = 0; i < inits.size(); i++) {
            var status = inits.get(i);
            var started = status.field("started").flatMap(Json::flag).orElse(false);
            var done = Trees.number(status, -1, "state", "terminated", "exitCode") == 0;
            if (!done && !(isSidecar(pod, status) && started)) {
                var word = word(status).filter(it -> !it.equals("PodInitializing"));
                return Optional.of(
                        word.map(it -> "Init:" + it)
                                .orElse("Init:%d/%d".formatted(i, inits.size())));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> waiting(Json pod) {
        var words = mains(pod).stream().flatMap(it -> word(it).stream()).toList();
        var running =
                mains(pod).stream()
                        .anyMatch(it -> isReady(it) && it.at("state", "running").isPresent());
        if (words.isEmpty()) {
            return Optional.empty();
        }
        var word = words.getFirst();
        return word.equals("Completed") && running ? Optional.of("Running") : Optional.of(word);
    }

    /// Why a container does not run.
    private static Optional<String> word(Json status) {
        var waits = Trees.text(status, "state", "waiting", "reason");
        if (!waits.isEmpty()) {
            return Optional.of(waits);
        }
        return status.at("state", "terminated")
                .map(
                        it ->
                                or(
                                        Trees.text(it, "reason"),
                                        "ExitCode:" + Trees.number(it, 0, "exitCode")));
    }

    private static String restarts(Json pod, Instant now) {
        var statuses = Stream.concat(inits(pod).stream(), mains(pod).stream()).toList();
        var count = statuses.stream().mapToLong(it -> Trees.number(it, 0, "restartCount")).sum();
        var last =
                statuses.stream()
                        .map(it -> Trees.text(it, "lastState", "terminated", "finishedAt"))
                        .filter(it -> !it.isEmpty())
                        .max(String::compareTo);
        return count == 0 || last.isEmpty()
                ? String.valueOf(count)
                : "%d (%s ago)".formatted(count, Ages.since(last.get(), now));
    }

    private static String gates(Json pod) {
        var gates = Trees.items(pod, "spec", "readinessGates");
        var met = gates.stream().filter(it -> isMet(pod, Trees.text(it, "conditionType"))).count();
        return gates.isEmpty() ? "<none>" : met + "/" + gates.size();
    }

    private static boolean isMet(Json pod, String type) {
        return Trees.items(pod, "status", "conditions").stream()
                .filter(it -> Trees.text(it, "type").equals(type))
                .anyMatch(it -> Trees.text(it, "status").equals("True"));
    }
}
