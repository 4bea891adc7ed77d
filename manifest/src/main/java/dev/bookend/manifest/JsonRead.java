package dev.bookend.manifest;

/// What came of reading a text as JSON.
public sealed interface JsonRead {
    record Value(Json json) implements JsonRead {}

    record Broken(Position at, String says) implements JsonRead {}

    static JsonRead of(String text) {
        return JsonReader.read(text);
    }
}
