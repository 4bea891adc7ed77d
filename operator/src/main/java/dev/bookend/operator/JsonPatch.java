package dev.bookend.operator;

import dev.bookend.manifest.Json;

import java.util.ArrayList;
import java.util.List;

/// A JSON patch while it is put together.
final class JsonPatch {
    private final List<Json> steps = new ArrayList<>();

    void add(String path, Json value) {
        step("add", path, value);
    }

    void replace(String path, Json value) {
        step("replace", path, value);
    }

    void test(String path, Json value) {
        step("test", path, value);
    }

    void remove(String path) {
        steps.add(Json.object().put("op", "remove").put("path", path).done());
    }

    private void step(String what, String path, Json value) {
        steps.add(Json.object().put("op", what).put("path", path).put("value", value).done());
    }

    /// A field's name as a part of a path.
    static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    Json json() {
        return new Json.Arr(steps);
    }
}
