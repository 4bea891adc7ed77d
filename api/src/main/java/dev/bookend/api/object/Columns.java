package dev.bookend.api.object;

import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What `get` shows of each kind of object.
record Columns(List<Column> all) {
    /// One column; those of priority 1 are shown only when more is asked for.
    record Column(String name, boolean wide, Cell cell) {}

    /// The text of an object in a column.
    interface Cell {
        Json of(Json.Obj object, Instant now);
    }

    static Columns of(ResourceType type) {
        return new Columns(
                switch (type) {
                    case PODS -> PodColumns.ALL;
                    case NODES -> nodes();
                    case NAMESPACES -> namespaces();
                    case EVENTS -> events();
                    case CONFIG_MAPS -> configMaps();
                    case SECRETS -> secrets();
                    case SERVICES -> services();
                    case RECREATE_REQUESTS -> requests();
                });
    }

    static Column column(String name, Cell cell) {
        return new Column(name, false, cell);
    }

    static Column wide(String name, Cell cell) {
        return new Column(name, true, cell);
    }

    static Column name() {
        return field("Name", "metadata", "name");
    }

    static Column age() {
        return column(
                "Age",
                (it, now) ->
                        Json.of(Ages.since(Trees.text(it, "metadata", "creationTimestamp"), now)));
    }

    private static Column field(String name, String... path) {
        return column(name, (it, _) -> Json.of(Trees.text(it, path)));
    }

    private static List<Column> nodes() {
        return List.of(
                name(),
                column("Status", (_, _) -> Json.of("Ready")),
                column("Roles", (_, _) -> Json.of("<none>")),
                age(),
                field("Version", "status", "nodeInfo", "kubeletVersion"),
                wide("Internal-IP", (it, _) -> Json.of(address(it))),
                wide(
                        "OS-Image",
                        (it, _) -> Json.of(Trees.text(it, "status", "nodeInfo", "osImage"))),
                wide(
                        "Kernel-Version",
                        (it, _) -> Json.of(Trees.text(it, "status", "nodeInfo", "kernelVersion"))),
                wide(
                        "Container-Runtime",
                        (it, _) ->
                                Json.of(
                                        Trees.text(
                                                it,
                                                "status",
                                                "nodeInfo",
                                                "containerRuntimeVersion"))));
    }

    private static String address(Json node) {
        return Trees.items(node, "status", "addresses").stream()
                .findFirst()
                .map(it -> Trees.text(it, "address"))
                .orElse("<none>");
    }

    private static List<Column> namespaces() {
        return List.of(name(), field("Status", "status", "phase"), age());
    }

    private static List<Column> events() {
        return List.of(
                column(
                        "Last Seen",
                        (it, now) -> Json.of(Ages.since(Trees.text(it, "lastTimestamp"), now))),
                field("Type", "type"),
                field("Reason", "reason"),
                column(
                        "Object",
                        (it, _) ->
                                Json.of(
                                        Trees.text(it, "involvedObject", "kind")
                                                        .toLowerCase(Locale.ROOT)
                                                + "/"
                                                + Trees.text(it, "involvedObject", "name"))),
                wide("Source", (it, _) -> Json.of(Trees.text(it, "source", "component"))),
                field("Message", "message"),
                wide(
                        "First Seen",
                        (it, now) -> Json.of(Ages.since(Trees.text(it, "firstTimestamp"), now))),
                wide("Count", (it, _) -> Json.of(Trees.number(it, 1, "count"))),
                wide("Name", (it, _) -> Json.of(Trees.text(it, "metadata", "name"))));
    }

    private static List<Column> configMaps() {
        return List.of(name(), column("Data", (it, _) -> Json.of(entries(it))), age());
    }

    private static long entries(Json object) {
        return (long) Trees.object(object, "data").fields().size()
                + Trees.object(object, "binaryData").fields().size();
    }

    private static List<Column> secrets() {
        return List.of(
                name(),
                field("Type", "type"),
                column("Data", (it, _) -> Json.of(entries(it))),
                age());
    }

    private static List<Column> services() {
        return List.of(
                name(),
                field("Type", "spec", "type"),
                column(
                        "Cluster-IP",
                        (it, _) ->
                                Json.of(Trees.or(Trees.text(it, "spec", "clusterIP"), "<none>"))),
                column("External-IP", (_, _) -> Json.of("<none>")),
                column("Port(s)", (it, _) -> Json.of(ports(it))),
                age(),
                wide("Selector", (it, _) -> Json.of(selector(it))));
    }

    private static String ports(Json service) {
        return Trees.items(service, "spec", "ports").stream()
                .map(
                        it ->
                                Trees.number(it, 0, "port")
                                        + "/"
                                        + Trees.or(Trees.text(it, "protocol"), "TCP"))
                .collect(Collectors.joining(","));
    }

    private static String selector(Json service) {
        var text =
                Trees.texts(service, "spec", "selector").entrySet().stream()
                        .map(it -> it.getKey() + "=" + it.getValue())
                        .collect(Collectors.joining(","));
        return Trees.or(text, "<none>");
    }

    private static List<Column> requests() {
        return List.of(
                name(),
                field("Phase", "status", "phase"),
                field("Pod", "spec", "podName"),
                column(
                        "Node",
                        (it, _) ->
                                Json.of(
                                        Trees.text(
                                                it,
                                                "metadata",
                                                "labels",
                                                "crr.apps.kruise.io/node-name"))),
                age());
    }
}
