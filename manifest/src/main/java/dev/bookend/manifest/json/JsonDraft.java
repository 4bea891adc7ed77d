package dev.bookend.manifest.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JSON object while it is put together, field by field.
public final class JsonDraft {
    private final Map<String, Json> fields = new LinkedHashMap<>();

    JsonDraft() {}

    public JsonDraft put(String name, Json value) {
        fields.put(name, value);
        return this;
    }

    public JsonDraft put(String name, String value) {
        return put(name, Json.of(value));
    }

    public JsonDraft put(String name, long value) {
        return put(name, Json.of(value));
    }

    public JsonDraft put(String name, boolean value) {
        return put(name, Json.of(value));
    }

    public JsonDraft put(String name, List<String> texts) {
        return put(name, Json.ofTexts(texts));
    }

    /// Leaves the field out when there is no value.
    public JsonDraft put(String name, Optional<String> value) {
        value.ifPresent(it -> put(name, it));
        return this;
    }

    public Json.Obj done() {
        return new Json.Obj(fields);
    }
}
