package dev.bookend.manifest.schema;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.text.Limits;
import dev.bookend.manifest.text.Paths;

import java.util.ArrayList;
import java.util.List;

/// The fields of an object that Kubernetes does not know.
public final class UnknownFields {
    private final Schema schema = Schema.kubernetes();
    private final List<String> paths = new ArrayList<>();

    private UnknownFields() {}

    /// Their paths, as many as a person wants to read.
    public static List<String> in(Json object, String kind) {
        var fields = new UnknownFields();
        fields.look(object, new SchemaType.Struct(kind), "");
        return List.copyOf(fields.paths);
    }

    private void look(Json json, SchemaType type, String path) {
        switch (type) {
            case SchemaType.Struct(var name) -> struct(json, schema.struct(name), path);
            case SchemaType.ListOf(var item) -> {
                var items = json.elements();
                for (var i = 0; i < items.size(); i++) {
                    look(items.get(i), item, Paths.item(path, i));
                }
            }
            case SchemaType.MapOf(var value) -> {
                if (json instanceof Json.Obj(var entries)) {
                    entries.forEach((key, it) -> look(it, value, Paths.key(path, key)));
                }
            }
            case SchemaType.Words _, SchemaType.Value _ -> {}
        }
    }

    private void struct(Json json, Schema.Struct struct, String path) {
        if (!(json instanceof Json.Obj(var fields))) {
            return;
        }
        fields.forEach(
                (name, value) -> {
                    var field = struct.fields().get(name);
                    if (field != null) {
                        look(value, field.type(), Paths.field(path, name));
                    } else if (paths.size() < Limits.MOST_FINDINGS) {
                        paths.add(Paths.field(path, name));
                    }
                });
    }
}
