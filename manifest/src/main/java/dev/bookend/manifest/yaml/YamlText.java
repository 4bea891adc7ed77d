package dev.bookend.manifest.yaml;

import dev.bookend.manifest.json.Json;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Writes JSON as YAML in blocks, for people to read.
public final class YamlText {
    /// Texts that are nothing else in any version of YAML.
    private static final Pattern PLAIN =
            Pattern.compile("(?!(?i:true|false|yes|no|on|off|null|y|n)$)[A-Za-z/][\\w./@+-]*");

    private final StringBuilder text = new StringBuilder();

    private YamlText() {}

    public static String of(Json json) {
        var yaml = new YamlText();
        yaml.block(json, 0);
        return yaml.text.toString();
    }

    private void block(Json json, int depth) {
        switch (json) {
            case Json.Obj(var fields) when !fields.isEmpty() -> fields(fields, depth, true);
            case Json.Arr(var items) when !items.isEmpty() -> items(items, depth);
            default -> text.append(scalar(json)).append('\n');
        }
    }

    /// @param indented whether the first field stands on a line of its own
    private void fields(Map<String, Json> fields, int depth, boolean indented) {
        var first = !indented;
        for (var field : fields.entrySet()) {
            text.append(first ? "" : "  ".repeat(depth)).append(word(field.getKey())).append(':');
            first = false;
            value(field.getValue(), depth);
        }
    }

    /// Lists are not indented below their names, as kubectl does it.
    private void value(Json value, int depth) {
        switch (value) {
            case Json.Obj(var fields) when !fields.isEmpty() -> {
                text.append('\n');
                fields(fields, depth + 1, true);
            }
            case Json.Arr(var items) when !items.isEmpty() -> {
                text.append('\n');
                items(items, depth);
            }
            default -> text.append(' ').append(scalar(value)).append('\n');
        }
    }

    private void items(List<Json> items, int depth) {
        for (var item : items) {
            text.append("  ".repeat(depth)).append("- ");
            if (item instanceof Json.Obj(var fields) && !fields.isEmpty()) {
                fields(fields, depth + 1, false);
            } else {
                text.append(scalar(item)).append('\n');
            }
        }
    }

    /// What is left is the same in JSON and YAML.
    private static String scalar(Json json) {
        return json.text().map(YamlText::word).orElse(json.line());
    }

    private static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : Json.of(text).line();
    }
}
