package dev.bookend.api.object;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.util.LinkedHashMap;

/// JSON merge patch (RFC 7386): fields replace fields, null removes them.
final class MergePatch {
    private MergePatch() {}

    static Json apply(Json target, Json patch) {
        if (!(patch instanceof Json.Obj(var changes))) {
            return patch;
        }
        var fields =
                target instanceof Json.Obj(var before)
                        ? new LinkedHashMap<>(before)
                        : new LinkedHashMap<String, Json>();
        changes.forEach(
                (name, value) -> {
                    if (value instanceof Json.Null) {
                        fields.remove(name);
                    } else {
                        fields.put(name, apply(fields.getOrDefault(name, Trees.EMPTY), value));
                    }
                });
        return new Json.Obj(fields);
    }
}
