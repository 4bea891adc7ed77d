package dev.bookend.api.object;

import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.manifest.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Objects as the tables that `get` prints.
public final class Tables {
    private final Columns columns;
    private final String include;
    private final Instant now;

    private Tables(Columns columns, String include, Instant now) {
        this.columns = columns;
        this.include = include;
        this.now = now;
    }

    /// Whether the client asks for tables.
    public static Optional<Tables> wanted(HttpRequest request, ResourceType type, Instant now) {
        var asked =
                request.headers().all("Accept").stream()
                        .anyMatch(it -> it.contains("as=Table") && it.contains("v=v1"));
        return asked
                ? Optional.of(
                        new Tables(
                                Columns.of(type),
                                request.parameter("includeObject").orElse("Metadata"),
                                now))
                : Optional.empty();
    }

    public Json.Obj of(List<Json.Obj> objects, Json.Obj metadata, boolean withColumns) {
        var rows = Trees.array(objects.stream().map(this::row).toList());
        return Trees.with(head(metadata, withColumns), rows, "rows");
    }

    /// A table without its rows.
    Json.Obj head(Json.Obj metadata, boolean withColumns) {
        return Json.object()
                .put("kind", "Table")
                .put("apiVersion", "meta.k8s.io/v1")
                .put("metadata", metadata)
                .put("columnDefinitions", withColumns ? definitions() : Trees.array(List.of()))
                .done();
    }

    private Json definitions() {
        return Trees.array(columns.all().stream().map(Tables::definition).toList());
    }

    private static Json definition(Columns.Column column) {
        return Json.object()
                .put("name", column.name())
                .put("type", "string")
                .put("format", column.name().equals("Name") ? "name" : "")
                .put("description", "")
                .put("priority", column.wide() ? 1 : 0)
                .done();
    }

    Json.Obj row(Json.Obj object) {
        var cells = columns.all().stream().map(it -> it.cell().of(object, now)).toList();
        var row = Json.object().put("cells", Trees.array(cells));
        switch (include) {
            case "None" -> {}
            case "Object" -> row.put("object", object);
            default -> row.put("object", partial(object));
        }
        return row.done();
    }

    private static Json partial(Json object) {
        return Json.object()
                .put("kind", "PartialObjectMetadata")
                .put("apiVersion", "meta.k8s.io/v1")
                .put("metadata", Trees.object(object, "metadata"))
                .done();
    }
}
