package dev.bookend.manifest.yaml;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.text.Position;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Turns YAML trees into JSON values and back.
final class NodeJson {
    private static final int LONGEST_NUMBER = 64;

    private NodeJson() {}

    static Json json(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> json(scalar);
            case Node.Sequence(_, var items) ->
                    new Json.Arr(items.stream().map(NodeJson::json).toList());
            case Node.Mapping(_, var entries) -> {
                var fields = new LinkedHashMap<String, Json>();
                entries.forEach((key, entry) -> fields.put(key, json(entry.value())));
                yield new Json.Obj(fields);
            }
        };
    }

    private static Json json(Node.Scalar scalar) {
        return switch (scalar.kind()) {
            case TEXT, OLD_FLAG -> new Json.Str(scalar.text());
            case INTEGER ->
                    scalar.number().isPresent()
                            ? Json.of(scalar.number().getAsLong())
                            : number(scalar.text());
            case DECIMAL -> number(scalar.text());
            case FLAG -> new Json.Bool(scalar.isTrue());
            case NULL -> new Json.Null();
        };
    }

    /// JSON has no infinity, and no number that only a long computation can write down.
    private static Json number(String text) {
        try {
            return text.length() > LONGEST_NUMBER
                    ? new Json.Str(text)
                    : new Json.Num(new BigDecimal(text).toString());
        } catch (NumberFormatException _) {
            return new Json.Str(text);
        }
    }

    static Node node(Json json) {
        return switch (json) {
            case Json.Str(var text) -> scalar(text, ScalarKind.TEXT);
            case Json.Num(var digits) -> scalar(digits, ScalarKind.ofPlain(digits));
            case Json.Bool(var value) -> scalar(Boolean.toString(value), ScalarKind.FLAG);
            case Json.Null() -> scalar("", ScalarKind.NULL);
            case Json.Arr(var items) -> {
                var nodes = new ArrayList<Node>();
                items.forEach(item -> nodes.add(node(item)));
                yield new Node.Sequence(Position.START, nodes);
            }
            case Json.Obj(var fields) -> new Node.Mapping(Position.START, entries(fields));
        };
    }

    private static Map<String, Node.Entry> entries(Map<String, Json> fields) {
        var entries = new LinkedHashMap<String, Node.Entry>();
        fields.forEach(
                (key, value) -> entries.put(key, new Node.Entry(Position.START, node(value))));
        return entries;
    }

    private static Node scalar(String text, ScalarKind kind) {
        return new Node.Scalar(Position.START, text, kind);
    }
}
