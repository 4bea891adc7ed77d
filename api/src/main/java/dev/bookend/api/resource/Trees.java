package dev.bookend.api.resource;

import dev.bookend.manifest.json.Json;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Changes to JSON values, each of which gives a new value.
public final class Trees {
    public static final Json.Obj EMPTY = new Json.Obj(Map.of());

    private Trees() {}

    public static Json.Obj object(Optional<Json> json) {
        return json.filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast).orElse(EMPTY);
    }

    /// The object at the end of a way, empty if there is none.
    public static Json.Obj object(Json json, String... path) {
        return object(json.at(path));
    }

    public static Json.Obj with(Json.Obj object, Json value, String... path) {
        var fields = new LinkedHashMap<>(object.fields());
        var rest = Arrays.copyOfRange(path, 1, path.length);
        var next = rest.length == 0 ? value : with(object(object.field(path[0])), value, rest);
        fields.put(path[0], next);
        return new Json.Obj(fields);
    }

    public static Json.Obj without(Json.Obj object, String... path) {
        var fields = new LinkedHashMap<>(object.fields());
        if (path.length == 1) {
            fields.remove(path[0]);
        } else if (object.field(path[0]).orElse(EMPTY) instanceof Json.Obj inner
                && fields.containsKey(path[0])) {
            fields.put(path[0], without(inner, Arrays.copyOfRange(path, 1, path.length)));
        }
        return new Json.Obj(fields);
    }

    /// Takes over a field from another object, or its absence.
    public static Json.Obj withFieldOf(Json.Obj object, Json.Obj other, String... path) {
        return other.at(path)
                .map(value -> with(object, value, path))
                .orElseGet(() -> without(object, path));
    }

    /// Gives a field a value unless it has one.
    public static Json.Obj withDefault(Json.Obj object, Json value, String... path) {
        return object.at(path).isPresent() ? object : with(object, value, path);
    }

    public static String text(Json json, String... path) {
        return json.at(path).flatMap(Json::text).orElse("");
    }

    public static long number(Json json, long otherwise, String... path) {
        return json.at(path)
                .map(Json::number)
                .filter(it -> it.isPresent())
                .map(it -> it.getAsLong())
                .orElse(otherwise);
    }

    public static List<Json> items(Json json, String... path) {
        return json.at(path).map(Json::elements).orElse(List.of());
    }

    /// The texts of a mapping such as labels.
    public static Map<String, String> texts(Json json, String... path) {
        var texts = new TreeMap<String, String>();
        object(json, path)
                .fields()
                .forEach((key, value) -> value.text().ifPresent(it -> texts.put(key, it)));
        return texts;
    }

    public static Json.Arr array(List<? extends Json> items) {
        return new Json.Arr(List.copyOf(items));
    }

    public static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }
}
