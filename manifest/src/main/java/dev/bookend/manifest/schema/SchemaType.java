package dev.bookend.manifest.schema;

import java.util.List;
import java.util.Optional;

/// What Kubernetes expects at a place of a manifest.
sealed interface SchemaType {
    /// A mapping with known fields, by the name of its type.
    public record Struct(String name) implements SchemaType {}

    record ListOf(SchemaType item) implements SchemaType {}

    record MapOf(SchemaType value) implements SchemaType {}

    record Words(List<String> allowed) implements SchemaType {}

    /// One value, of a kind that is told apart by its text.
    enum Value implements SchemaType {
        STRING("string"),
        INT("int"),
        LONG("long"),
        BOOL("bool"),
        QUANTITY("quantity"),
        PORT("port"),
        ANY("any");

        private final String word;

        Value(String word) {
            this.word = word;
        }

        static Optional<SchemaType> ofWord(String word) {
            for (var value : values()) {
                if (value.word.equals(word)) {
                    return Optional.of(value);
                }
            }
            return Optional.empty();
        }
    }

    static SchemaType parse(String text) {
        if (text.startsWith("[]")) {
            return new ListOf(parse(text.substring(2)));
        }
        if (text.startsWith("{}")) {
            return new MapOf(parse(text.substring(2)));
        }
        if (text.contains("|")) {
            return new Words(List.of(text.split("\\|", -1)));
        }
        return Value.ofWord(text).orElseGet(() -> new Struct(text));
    }
}
