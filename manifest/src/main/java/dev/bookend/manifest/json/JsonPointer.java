package dev.bookend.manifest.json;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A JSON pointer (RFC 6901): the way to a place in a document, as JSON patches write it.
public final class JsonPointer {
    private JsonPointer() {}

    /// The names on the way, none for the whole document; empty if the text is no pointer.
    public static Optional<List<String>> read(String text) {
        if (text.isEmpty()) {
            return Optional.of(List.of());
        }
        return text.startsWith("/")
                ? Optional.of(
                        Stream.of(text.substring(1).split("/", -1))
                                .map(it -> it.replace("~1", "/").replace("~0", "~"))
                                .toList())
                : Optional.empty();
    }

    /// A field's name as a part of a pointer.
    public static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
