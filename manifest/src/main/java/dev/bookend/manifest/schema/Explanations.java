package dev.bookend.manifest.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What fields mean, in a sentence or two for a person.
final class Explanations {
    private static final String FILE = "explanations.txt";

    private final Map<String, String> sentences = new HashMap<>();

    private Explanations() {}

    /// Read when somebody first asks.
    private static final class Holder {
        private static final Explanations ALL = load();
    }

    static Explanations all() {
        return Holder.ALL;
    }

    Optional<String> of(String type, String field) {
        return Optional.ofNullable(sentences.get(type + "." + field));
    }

    /// The fields that are explained, as `Type.field`.
    List<String> fields() {
        return List.copyOf(sentences.keySet());
    }

    private static Explanations load() {
        try (var file = Explanations.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is not beside its class");
            }
            var all = new Explanations();
            for (var entry :
                    Schema.entries(new String(file.readAllBytes(), StandardCharsets.UTF_8))) {
                var parts = entry.split(": ", 2);
                all.sentences.put(parts[0], parts[1]);
            }
            return all;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
