package dev.bookend.manifest.recreate;

import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.text.Paths;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The fields of a JSON object, read with their types; what has another type becomes a finding.
final class JsonFields {
    private static final String RETYPE = "write it as the type that is asked for";

    private final Json object;
    private final String path;
    private final Findings findings;

    JsonFields(Json object, String path, Findings findings) {
        this.object = object;
        this.path = path;
        this.findings = findings;
    }

    String path(String name) {
        return Paths.field(path, name);
    }

    boolean has(String name) {
        return object.field(name).isPresent();
    }

    JsonFields in(String name) {
        var value = object.field(name);
        value.filter(it -> !(it instanceof Json.Obj)).ifPresent(it -> wrong(name, it, "object"));
        return new JsonFields(
                value.filter(Json.Obj.class::isInstance).orElse(Json.object().done()),
                path(name),
                findings);
    }

    List<JsonFields> each(String name) {
        var value = object.field(name);
        value.filter(it -> !(it instanceof Json.Arr)).ifPresent(it -> wrong(name, it, "array"));
        var items = value.map(Json::elements).orElse(List.of());
        var each = new ArrayList<JsonFields>();
        for (var item : items) {
            var place = Paths.item(path(name), each.size());
            if (!(item instanceof Json.Obj)) {
                wrongAt(place, item, "object");
            }
            each.add(new JsonFields(item, place, findings));
        }
        return each;
    }

    Optional<String> text(String name) {
        var value = object.field(name);
        value.filter(it -> it.text().isEmpty()).ifPresent(it -> wrong(name, it, "string"));
        return value.flatMap(Json::text);
    }

    Optional<Boolean> flag(String name) {
        var value = object.field(name);
        value.filter(it -> it.flag().isEmpty()).ifPresent(it -> wrong(name, it, "boolean"));
        return value.flatMap(Json::flag);
    }

    Optional<Long> number(String name) {
        var value = object.field(name);
        value.filter(it -> it.number().isEmpty()).ifPresent(it -> wrong(name, it, "integer"));
        return value.filter(it -> it.number().isPresent()).map(it -> it.number().getAsLong());
    }

    /// A number that Kubernetes keeps in 32 bits.
    Optional<Long> smallNumber(String name) {
        var number = number(name);
        number.filter(it -> it != it.intValue())
                .ifPresent(
                        it ->
                                findings.invalid(
                                        path(name),
                                        it,
                                        "must fit into 32 bits",
                                        "choose a smaller number"));
        return number.filter(it -> it == it.intValue());
    }

    /// Reports the fields that nobody reads, in the words of the API server.
    void only(List<String> known) {
        if (object instanceof Json.Obj(var fields)) {
            fields.keySet().stream()
                    .filter(name -> !known.contains(name))
                    .forEach(
                            name ->
                                    findings.warning(
                                            path(name),
                                            name,
                                            "unknown field \"%s\"".formatted(path(name)),
                                            "it has no effect: remove it or correct its name"));
        }
    }

    private void wrong(String name, Json value, String type) {
        wrongAt(path(name), value, type);
    }

    private void wrongAt(String place, Json value, String type) {
        var found = type(value);
        findings.invalid(
                place,
                found,
                "%s in body must be of type %s: \"%s\"".formatted(place, type, found),
                RETYPE);
    }

    private static String type(Json value) {
        return switch (value) {
            case Json.Obj _ -> "object";
            case Json.Arr _ -> "array";
            case Json.Str _ -> "string";
            case Json.Num _ -> value.number().isPresent() ? "integer" : "number";
            case Json.Bool _ -> "boolean";
            case Json.Null _ -> "null";
        };
    }
}
