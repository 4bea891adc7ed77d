package dev.bookend.operator.kube;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonPointer;

import java.util.ArrayList;
import java.util.List;

/// A JSON patch while it is put together.
public final class JsonPatch {
    private final List<Json> steps = new ArrayList<>();

    public void add(String path, Json value) {
        step("add", path, value);
    }

    public void replace(String path, Json value) {
        step("replace", path, value);
    }

    public void test(String path, Json value) {
        step("test", path, value);
    }

    public void remove(String path) {
        steps.add(Json.object().put("op", "remove").put("path", path).done());
    }

    private void step(String what, String path, Json value) {
        steps.add(Json.object().put("op", what).put("path", path).put("value", value).done());
    }

    /// A field's name as a part of a path.
    public static String escaped(String name) {
        return JsonPointer.escaped(name);
    }

    public boolean isEmpty() {
        return steps.isEmpty();
    }

    public Json json() {
        return new Json.Arr(steps);
    }
}
