package dev.bookend.manifest.json;

import dev.bookend.manifest.text.Limits;
import dev.bookend.manifest.text.Position;

/// What came of reading a text as JSON.
public sealed interface JsonRead {
    record Value(Json json) implements JsonRead {}

    record Broken(Position at, String says) implements JsonRead {}

    static JsonRead of(String text) {
        return JsonReader.read(text, Integer.MAX_VALUE);
    }

    /// Reads what a stranger wrote: few letters can stand for many values, each of which takes some
    /// memory.
    static JsonRead ofStranger(String text) {
        return JsonReader.read(text, Limits.MOST_NODES);
    }
}
