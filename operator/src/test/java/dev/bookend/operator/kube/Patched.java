package dev.bookend.operator.kube;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonPointer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Applies a JSON patch as an API server does, as far as ours need it.
public final class Patched {
    private Patched() {}

    public static Json pod(Json pod, List<Json> steps) {
        var patched = pod;
        for (var step : steps) {
            var path = step.text("path").flatMap(JsonPointer::read).orElseThrow();
            patched =
                    step.text("op").equals(Optional.of("remove"))
                            ? without(patched, path)
                            : put(patched, path, step.field("value").orElseThrow());
        }
        return patched;
    }

    public static Json without(Json from, List<String> path) {
        if (!(from instanceof Json.Obj(var fields))) {
            throw new IllegalArgumentException("no object: " + from);
        }
        var key = path.getFirst();
        Map<String, Json> all = new LinkedHashMap<>(fields);
        if (path.size() == 1) {
            all.remove(key);
        } else {
            all.put(
                    key,
                    without(
                            fields.getOrDefault(key, new Json.Null()),
                            path.subList(1, path.size())));
        }
        return new Json.Obj(all);
    }

    public static Json withFirstContainer(Json pod, String name) {
        var containers = new ArrayList<>(pod.at("spec", "containers").orElseThrow().elements());
        containers.addFirst(Json.object().put("name", name).done());
        return put(pod, List.of("spec", "containers"), new Json.Arr(containers));
    }

    private static Json put(Json into, List<String> path, Json value) {
        if (path.isEmpty()) {
            return value;
        }
        var key = path.getFirst();
        var rest = path.subList(1, path.size());
        return switch (into) {
            case Json.Obj(var fields) -> field(fields, key, rest, value);
            case Json.Arr(var items) -> item(items, key, rest, value);
            default -> value;
        };
    }

    private static Json field(Map<String, Json> fields, String key, List<String> rest, Json value) {
        Map<String, Json> all = new LinkedHashMap<>(fields);
        all.put(key, put(fields.getOrDefault(key, new Json.Null()), rest, value));
        return new Json.Obj(all);
    }

    private static Json item(List<Json> items, String key, List<String> rest, Json value) {
        var all = new ArrayList<>(items);
        if (key.equals("-")) {
            all.add(value);
        } else {
            var at = Integer.parseInt(key);
            all.set(at, put(items.get(at), rest, value));
        }
        return new Json.Arr(all);
    }
}
