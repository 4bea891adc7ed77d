package dev.bookend.manifest.yaml;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.text.Numbers;
import dev.bookend.manifest.text.Position;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A value of a YAML document with the place where it begins.
public sealed interface Node {
    Position at();

    record Scalar(Position at, String text, ScalarKind kind) implements Node {
        /// The whole number that this is; empty for everything else and what does not fit.
        public OptionalLong number() {
            return kind == ScalarKind.INTEGER ? Numbers.whole(text) : OptionalLong.empty();
        }

        public boolean isTrue() {
            return kind == ScalarKind.FLAG && text.equalsIgnoreCase("true");
        }
    }

    record Sequence(Position at, List<Node> items) implements Node {}

    record Mapping(Position at, Map<String, Entry> entries) implements Node {
        /// The value of a key; a null counts as absent, as Kubernetes takes it.
        public Optional<Node> value(String key) {
            return Optional.ofNullable(entries.get(key))
                    .map(Entry::value)
                    .filter(it -> !it.isNull());
        }
    }

    /// A key's place and its value.
    record Entry(Position keyAt, Node value) {}

    default boolean isNull() {
        return this instanceof Scalar(_, _, var kind) && kind == ScalarKind.NULL;
    }

    /// The value without places.
    default Json json() {
        return NodeJson.json(this);
    }

    /// A tree for a value that never was in a file.
    static Node of(Json json) {
        return NodeJson.node(json);
    }
}
