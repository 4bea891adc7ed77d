package dev.bookend.manifest.json;

import dev.bookend.manifest.text.Numbers;

import java.io.IOException;
import java.io.Writer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A JSON value. Objects keep the order of their fields, numbers the digits they were written with.
public sealed interface Json {
    /// The most levels of objects and arrays in each other that are read.
    int MOST_DEPTH = 100;

    record Obj(Map<String, Json> fields) implements Json {
        public Obj {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    record Arr(List<Json> items) implements Json {
        public Arr {
            items = List.copyOf(items);
        }
    }

    record Str(String value) implements Json {}

    record Num(String digits) implements Json {}

    record Bool(boolean value) implements Json {}

    record Null() implements Json {}

    static Json of(String text) {
        return new Str(text);
    }

    static Json of(long number) {
        return new Num(Long.toString(number));
    }

    static Json of(boolean value) {
        return new Bool(value);
    }

    static Json ofTexts(List<String> texts) {
        return new Arr(texts.stream().map(Json::of).toList());
    }

    static JsonDraft object() {
        return new JsonDraft();
    }

    /// The field of an object; empty if there is none, or if it is null, as Kubernetes takes it.
    default Optional<Json> field(String name) {
        return this instanceof Obj(var fields)
                ? Optional.ofNullable(fields.get(name)).filter(it -> !(it instanceof Null))
                : Optional.empty();
    }

    /// The value at the end of a way of field names.
    default Optional<Json> at(String... names) {
        var value = Optional.of(this);
        for (var name : names) {
            value = value.flatMap(it -> it.field(name));
        }
        return value;
    }

    default Optional<String> text() {
        return this instanceof Str(var value) ? Optional.of(value) : Optional.empty();
    }

    default Optional<String> text(String field) {
        return field(field).flatMap(Json::text);
    }

    /// The whole number that this is; empty for fractions and what does not fit.
    default OptionalLong number() {
        return this instanceof Num(var digits) && digits.matches("-?[0-9]{1,19}")
                ? Numbers.decimal(digits)
                : OptionalLong.empty();
    }

    default Optional<Boolean> flag() {
        return this instanceof Bool(var value) ? Optional.of(value) : Optional.empty();
    }

    default List<Json> elements() {
        return this instanceof Arr(var items) ? items : List.of();
    }

    /// Writes what [#line] gives, piece by piece.
    default void writeTo(Writer out) throws IOException {
        JsonWriter.write(this, out);
    }

    /// The value on one line, with the fields in their own order.
    default String line() {
        return JsonWriter.line(this);
    }
}
