package dev.bookend.operator.kube;

import dev.bookend.manifest.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Objects by their path, each with a version that grows.
public final class FakeStore {
    private final Map<String, Json> objects = new TreeMap<>();
    private long version = 100;

    Optional<Json> get(String path) {
        return Optional.ofNullable(objects.get(path));
    }

    Json put(String path, Json object) {
        version++;
        var meta = Json.object().put("resourceVersion", String.valueOf(version)).done();
        var stored = merged(object, Json.object().put("metadata", meta).done());
        objects.put(path, stored);
        return stored;
    }

    Optional<Json> remove(String path) {
        version++;
        return Optional.ofNullable(objects.remove(path));
    }

    /// The object with the namespace that its path names.
    Json placed(String collection, Json object) {
        var parts = List.of(collection.split("/", -1));
        var at = parts.indexOf("namespaces");
        if (at < 0) {
            return object;
        }
        var meta = Json.object().put("namespace", parts.get(at + 1)).done();
        return merged(object, Json.object().put("metadata", meta).done());
    }

    Json list(String collection) {
        var kind = kind(collection + "/x");
        var items =
                objects.entrySet().stream()
                        .filter(it -> kind(it.getKey()).equals(kind))
                        .map(Map.Entry::getValue)
                        .toList();
        return Json.object()
                .put(
                        "metadata",
                        Json.object().put("resourceVersion", String.valueOf(version)).done())
                .put("items", new Json.Arr(items))
                .done();
    }

    /// `pods` for the path of a pod.
    static String kind(String path) {
        var parts = path.split("/", -1);
        return parts[parts.length - 2];
    }

    static boolean isCollection(String path) {
        return path.equals("/api/v1/pods") || path.equals("/api/v1/configmaps");
    }

    static String version(Json object) {
        return object.at("metadata", "resourceVersion").flatMap(Json::text).orElse("");
    }

    public static Json merged(Json into, Json patch) {
        if (!(into instanceof Json.Obj(var before) && patch instanceof Json.Obj(var changes))) {
            return patch;
        }
        Map<String, Json> after = new LinkedHashMap<>(before);
        changes.forEach((name, value) -> after.merge(name, value, FakeStore::merged));
        return new Json.Obj(after);
    }
}
